/** Declares the responses of a route that sends stored bytes by a signed address. `what` describes the complete object. */
export const downloadContract = (what: string) => ({
  description: 'Single ranges and `If-None-Match` are supported; the ETag is the SHA-256 of the bytes.',
  responses: {
    200: { description: what, contentType: 'application/octet-stream' },
    206: { description: 'The requested range.', contentType: 'application/octet-stream' },
    304: { description: 'The object has not changed.' },
  },
  errors: {
    403: ['invalid_signature', 'url_expired'],
    404: ['not_found'],
    416: ['range_not_satisfiable'],
  },
});
