/** `20261123T075700` (ISO 8601, basic format). */
const BASIC = /^(\d{4})(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3])([0-5]\d)([0-5]\d)?(Z?)$/;

/** `2026-11-22 15:23:28 UTC` of databases, `Sun, 22 Nov 2026 10:00:00 GMT` of mails and feeds. */
const OF_DATABASES = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d{1,9})?) UTC$/;
const OF_MAILS =
  /^(?:[A-Z][a-z]{2}, )?\d{1,2} [A-Z][a-z]{2} \d{4} \d\d:\d\d(?::\d\d)? (?:GMT|UTC|Z|[+-]\d{4})$/;

/** `2026.11.22 15:23:28` of small machines. */
const OF_MACHINES = /^(20\d\d)[./](\d\d)[./](\d\d) (\d\d:\d\d(?::\d\d)?)$/;

/** `Wed Jun 10 14:01:02 2020` of C, `Wed Oct 10 20:19:24 +0000 2018` of other services. */
const OF_C =
  /^[A-Z][a-z]{2} ([A-Z][a-z]{2}) {1,2}(\d{1,2}) (\d\d:\d\d:\d\d) (?:(UTC|GMT|[+-]\d{4}) )?(\d{4})$/;

/** A moment in one of the usual forms of programs as RFC 3339; any other text is unchanged. */
export function wordedMoment(text: string): string {
  const basic = BASIC.exec(text);
  if (basic) {
    const [, year, month, day, hour, minute, second = '00', zone] = basic;
    return `${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`;
  }
  if (OF_MACHINES.test(text)) return text.replace(OF_MACHINES, '$1-$2-$3T$4');
  if (OF_DATABASES.test(text)) return text.replace(OF_DATABASES, '$1T$2Z');
  if (text.length > 40) return text;
  const [, month, day, clock, zone, year] = OF_C.exec(text) ?? [];
  const mail = month === undefined ? text : `${day} ${month} ${year} ${clock} ${zone ?? 'UTC'}`;
  if (!OF_MAILS.test(mail)) return text;
  const moment = Date.parse(mail);
  if (Number.isNaN(moment)) return text;
  const iso = new Date(moment).toISOString();
  // A time without a zone is local.
  return month !== undefined && zone === undefined ? iso.slice(0, 19) : iso;
}
