/** Names that only count visitors, added to an address by campaigns, networks and mails. */
const TRACKING =
  /^(?:utm_\w{1,30}|mtm_\w{1,30}|fbclid|gclid|gclsrc|dclid|gbraid|wbraid|msclkid|twclid|ttclid|yclid|ysclid|igshid|mc_cid|mc_eid|_hsenc|_hsmi|mkt_tok|vero_id|oly_anon_id|oly_enc_id|ref_src|ref_url|s_kwcid)$/i;

/** An address without what only counts visitors, so that its code is smaller; any other text unchanged. */
export function removeTracking(text: string): string {
  const address = /^(https?:\/\/[^?#]{1,2000})\?([^#]{1,2000})(#.{0,2000})?$/i.exec(text);
  if (!address) return text;
  const [, page = '', query = '', fragment = ''] = address;
  const kept = query.split('&').filter((pair) => !TRACKING.test(pair.split('=', 1)[0] ?? ''));
  return `${page}${kept.length > 0 ? `?${kept.join('&')}` : ''}${fragment}`;
}
