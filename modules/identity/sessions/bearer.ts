/** The credential of an `Authorization: Bearer …` header (RFC 6750, section 2.1), or null when there is none. */
export function bearerCredential(authorization: string | undefined): string | null {
  return /^Bearer +([\x21-\x7e]+)$/i.exec(authorization ?? '')?.[1] ?? null;
}
