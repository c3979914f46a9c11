/** How a route declares that it sends stored bytes by a signed address. `what` describes the whole of them. */
export const downloadContract = (what: string) => ({
  description: 'Single ranges and `If-None-Match` are supported; the ETag is the SHA-256 of the bytes.',
  responses: {
    200: { description: what, contentType: 'application/octet-stream' },
    206: { description: 'The range that was asked for.', contentType: 'application/octet-stream' },
    304: { description: 'The caller has it already.' },
  },
  errors: {
    403: ['invalid_signature', 'url_expired'],
    404: ['not_found'],
    416: ['range_not_satisfiable'],
  },
});
