/** Ties an encrypted provider token to its row. */
export function refreshTokenContext(accountId: string): string {
  return `identity.oauth_accounts:${accountId}`;
}
