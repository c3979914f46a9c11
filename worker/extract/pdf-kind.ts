import type { Block } from './blocks.ts';
import type { Pair } from './pdf-pairs.ts';

/** Words of tickets and passes in common languages; each is one hint. */
const TICKET = [
  /\be?-?tickets?\b|\bfahrkarte\b|\bfahrschein\b|\bbillets?\b|\bbiglietto\b|\bbillete\b|\bentrada\b|\bbilet\b|\bjegy\b|\bkaartje\b/i,
  /\bboarding(?: pass)?\b|\bbordkarte\b|carte d.embarquement|\btarjeta de embarque\b/i,
  /\bseats?\b|\bsitz(?:platz)?\b|\bplatz\b|\bplace\b|\basiento\b|\bposto\b|\brow\b|\breihe\b|\brang[ée]e?\b/i,
  /\bgate\b|\bplatform\b|\bgleis\b|\bvoie\b|\bbinario\b|\bcoach\b|\bwagen\b|\bvoiture\b|\bcarrozza\b/i,
  /\bdoors\b|\beinlass\b|\badmit\b|\badmission\b|\beintritt\b|\bentrance\b|\bvenue\b|\bblock\b/i,
  /\bdepart(?:ure|s)?\b|\barrival\b|\babfahrt\b|\bankunft\b|\bd[ée]part\b|\barriv[ée]e\b|\bpartenza\b|\bsalida\b/i,
  /\bbooking (?:code|ref\w*|no\.?|number)\b|\bbuchungs(?:code|nummer)\b|\bauftragsnummer\b|\bpnr\b|\border (?:no|number|id)\b|\bréf[ée]rence\b/i,
  /\bpassengers?\b|\breisende\w*\b|\bpassager\b|\bpasajero\b|\bfahrgast\b/i,
];
/** Words of parcel labels; each is one hint. */
const LABEL = [
  /\bparcels?\b|\bpaket|\bpäckchen\b|\bcolis\b|\bpacco\b|\bpaquete\b|\bpakke|\bpaczk|\bpakje\b|\bshipment\b|\bsendung|\benvío\b|\bretoure\b|\breturn label\b|\bexpress\b/i,
  /\btracking\b|\bsuivi\b|\bseguimiento\b|\bRMA\b|\bcarrier\b|\bcourier\b/i,
  /\bweight\b|\bgewicht\b|\bpoids\b|\bpeso\b|\bvekt\b|\bvægt\b|\bvikt\b|\bwaga\b|\d ?kg\b/i,
  /\b(?:ship|deliver) to\b|\bempfänger\b|\babsender\b|\bsender\b|\breceiver\b|\brecipient\b|\bdestinataire\b|\bexpéditeur\b|\bdestinatario\b|\bmittente\b|^(?:an|to|from|von)[:：]/im,
];
/** Limit of the characters of a label; delivery notes and forms have more. */
const MAX_LABEL_CHARACTERS = 700;
const INVOICE =
  /\binvoice\b|請 ?求|領 ?収|发票|發票|청구서|영수증|сч[её]т[- ]фактура|rechnung\b|\bfacture\b|\bfattura\b|\bfactura\b|\bfaktura\b|\bfactuur\b|\breceipt\b|\bquittung\b|\bbill\b/iu;
/** Labels of the amount due, the most certain first. */
const TOTALS = [
  /^(?:ihr guthaben|guthaben(?: zu ihren gunsten)?|erstattungsbetrag|credit balance|amount in credit)$/i,
  /^(?:nachzahlung|noch zu zahlen|restbetrag|offener betrag|balance due|amount due|total amount due|reste à payer|somme à payer|montant à payer|nog te betalen|resta da pagare)\b/i,
  /^(?:invoice total|total facture|factuur ?totaal|rechnungssumme|total due|grand total|total amount|amount payable|zahlbetrag|zu zahlen(?:der betrag)?|rechnungsbetrag|gesamtbetrag(?! der (?:zu|ab)schl)|endbetrag|bruttosumme|bruttobetrag|total (?:à payer|ttc|a pagar|da pagare)|montant (?:dû|total)|net [aà] payer|importe total|totale (?:fattura|da pagare)|te betalen|att betala|do zapłaty)\b/i,
  /^(?:ご?請求(?:金)?額|お支払い?(?:金)?額|合計金額|价税合计|應付|应付|총 ?금액|итого к оплате)/u,
  /^(?:合計|総計|总计|總計|合计|합계|итого|всего)/iu,
  /^(?:total|totalt|totalbetrag|gesamt|gesamtsumme|summe|totale|totaal|totaalbedrag|importe|montant|suma|razem)\b(?!.*\b(?:points?|punkte|items?|artikel|articles?|savings?|saved)\b)/i,
  /^(?:brutto|gross)(?=\s|:|$)/i,
];
/** Number of the first labels that are certain enough for the sum below them, which may be the first row of a table. */
const CERTAIN_LABELS = 3;
/** Names of sales taxes in the labels of sums. */
const TAX =
  /(?:\b(?:u\.?st|umsatz|mwst|mehrwert|tax|vat|gst|tva|iva|i\.v\.a|impuesto|impost|moms|mva|btw|ptu|dph)|steuer)/i;
/** Labels of a sum without tax. Shipping or a discount in a label does not count as tax. */
const WITHOUT_TAX = new RegExp(
  String.raw`\b(?:netto(?! kasse)|net(?! (?:\d|of\b|[aà] payer))|hors tax|ht|imponibile)\b|\b(?:excl|exkl|ekskl)\.?\)?$|` +
    String.raw`\b(?:ohne|zzgl|plus|exclud\w{1,4}|excl|exkl|ekskl|before|without|hors|sin|senza|uden|uten|utan|bez|zonder)\b[\s.:\d,%]{1,12}(?:gesetzl\w{0,6}\.? )?${TAX.source}`,
  'i',
);
/** An amount that is due within some days, without a discount. */
const NET_TERM = /\d ?(?:tage|days|dagen|dagar|dage|dni) net(?:to)?\b/i;
/** Names of statements of account, and the labels of their balance. */
const STATEMENT =
  /\bkontoauszug\b|\b(?:account|bank) statement\b|\bstatement of account\b|\brelevé de compte\b|\bestratto conto\b|\bextracto\b|\brekeningafschrift\b|\bkontoutdrag\b|\bwyciąg\b/iu;
const BALANCES =
  /^(?:neuer (?:konto|sal)\p{L}*|aktueller kontostand|endsaldo|closing balance|new balance|current balance|nouveau solde|solde (?:final|créditeur)|saldo (?:final|finale|actual)|eindsaldo|nieuw saldo|slutsaldo|utgående saldo|saldo końcowe)/iu;
/** Names of payslips, and the labels of what is paid out. */
const PAYSLIP =
  /\b(?:entgelt|gehalts|lohn|verdienst|bezüge)abrechnung\b|\bpay ?slip\b|\bpay(?:roll)? (?:statement|stub)\b|\bbulletin de (?:paie|salaire)\b|\bbusta paga\b|\brecibo de (?:nómina|salarios)\b|\bl[øö]n(?:seddel|specifikation|nsslipp)\b|\b(?:loon|salaris)strook\b/iu;
const PAYMENTS = [
  /^(?:auszahlung|überweisungsbetrag|net pay|take.home pay|net [aà] payer|netto in busta|líquido|til udbetaling|utbetal|att utbetala|uit te betalen)/iu,
  /^(?:nett?o-?(?:verdienst|lohn|bezug|loon)|net (?:salary|wages))/iu,
];
/** Currencies of the papers that are recognised. */
const CURRENCIES = String.raw`€|EUR|USD|\$|£|CHF|kr|zł`;
const AMOUNT = new RegExp(
  String.raw`[¥￥] ?\d|\d ?[円元]|\d[\d.,'\s]{0,14}[.,]\d{2}\b|\d{1,3}(?:[.,' ]\d{3})+|\d+ ?(?:${CURRENCIES})`,
);

/** Two or more sums side by side: without and with tax. */
const SEVERAL_SUMS = /\d[.,]\d{2}\s+[€$£]?\s?\d/;
/** A line that ends with its only sum: `TOTAL   $821.14`. */
const SUM_LINE = new RegExp(
  String.raw`^([\p{L}][^\d\n€$£¥￥]{1,38}?)[\s:：.…]*([€$£]?\s?\d[\d.,']{0,14}[.,]\d{2}(?:\s?(?:${CURRENCIES}|GBP))?|[¥￥]\s?\d[\d,]{0,14}|\d[\d,]{0,14}\s?[円元])(?:\s?[（(]\p{L}{1,8}[）)])?$`,
  'u',
);
const MAX_SUM_LINE = 80;
const CURRENCY = new RegExp(`^(?:${CURRENCIES})$`);

/** Whether a paper's purpose is its code: a ticket, a pass, or the label of a parcel. */
export function isTicket(text: string, format: string | null): boolean {
  if (format === null) return false;
  const hintsOf = (kind: RegExp[]) => kind.filter((hint) => hint.test(text.slice(0, 6000))).length;
  const isLabel = text.length <= MAX_LABEL_CHARACTERS && hintsOf(LABEL) >= 2;
  return isLabel || hintsOf(TICKET) >= (format === 'Aztec' || format === 'PDF417' ? 1 : 2);
}

/** Limit of the characters of a name. */
const MAX_NAME = 60;
/** A name: a line with a digit, or one or two words that end with the kind of paper. "Receipt required" is not a name. */
const NAMES = /\d|^(?:\S+ )?\S+$/u;
const NAME_START =
  /^(?:invoice|receipt|bill|rechnung|quittung|facture|factuur|fattura|factura|faktura) \p{Ll}\D*$/iu;
/** Limit of the blocks at the top of a paper in which its name is searched. */
const MAX_HEAD_BLOCKS = 80;

/** The name of an invoice or a statement, which may be below addresses and terms; null for other papers. */
export function paperName(blocks: Block[]): string | null {
  for (const kind of ['heading', 'paragraph'] as const) {
    for (const block of blocks.slice(0, MAX_HEAD_BLOCKS)) {
      if (block.kind !== kind) continue;
      const line = block.text
        .split('\n')
        .find(
          (one) =>
            one.length <= MAX_NAME &&
            isNamed(one) &&
            (kind === 'heading' || (NAMES.test(one) && !NAME_START.test(one))),
        );
      if (line) return line;
    }
  }
  return null;
}

const isNamed = (line: string) => [INVOICE, STATEMENT, PAYSLIP].some((kind) => kind.test(line));

/**
 * The sum of an invoice or a statement, with its label; null for other papers. A sum without tax counts only if there is no tax
 * beside it, as on invoices of small businesses and for customers abroad.
 */
export function totalOf(text: string, pairs: Pair[], blocks: Block[]): Pair | null {
  const head = text.slice(0, 3000);
  const labels = labelsOf(head);
  const said: Sum[] = [...pairs, ...blocks.flatMap(sumsOf)];
  const isNet = ({ key }: Pair) => WITHOUT_TAX.test(key) && !NET_TERM.test(key);
  const sums = said.filter(({ value }) => isSum(value));
  const whole = sums.filter((sum) => !isNet(sum));
  const isTaxed = whole.some(({ key }) => TAX.test(key));
  const total = findTotal(whole, labels) ?? (isTaxed ? null : findTotal(sums, labels));
  return total && { key: total.key, value: total.value };
}

function labelsOf(head: string): RegExp[] {
  if (PAYSLIP.test(head)) return PAYMENTS;
  if (INVOICE.test(head)) return TOTALS;
  return STATEMENT.test(head) ? [BALANCES] : [];
}

interface Sum extends Pair {
  /** Whether it is below its label, in a column. */
  isBelow?: boolean;
}

/** The last sum with the most certain label, because subtotals precede the total. */
function findTotal(sums: Sum[], labels: RegExp[]): Sum | null {
  for (const [at, label] of labels.entries()) {
    const found = sums.findLast(({ key, isBelow }) => label.test(key) && (!isBelow || at < CERTAIN_LABELS));
    if (found) return found;
  }
  return null;
}

const isSum = (value: string) => AMOUNT.test(value) && !SEVERAL_SUMS.test(value);

/** The name and the final sum of table rows and receipt lines, and the sums below their names. */
function sumsOf(block: Block): Sum[] {
  if (block.kind === 'paragraph' || block.kind === 'heading')
    return block.text.split('\n').flatMap((line) => {
      const [, key, value] = line.length <= MAX_SUM_LINE ? (SUM_LINE.exec(line) ?? []) : [];
      return key && value ? [{ key, value }] : [];
    });
  if (block.kind !== 'table') return [];
  const rows = block.header ? [block.header, ...block.rows] : block.rows;
  return rows.flatMap((row, at) => {
    const [key, ...values] = row.filter((cell) => cell !== '');
    const isOne = values.length === 1 || (values.length === 2 && values.some((one) => CURRENCY.test(one)));
    const [label, value] = values.slice(-2);
    const last = !isOne && label && value && !/\d/.test(label) ? [{ key: label, value }] : [];
    const below = row.flatMap((name, column) => {
      const sum = rows[at + 1]?.[column] ?? '';
      return name !== '' && !/\d/.test(name) && sum !== '' ? [{ key: name, value: sum, isBelow: true }] : [];
    });
    return [...(key && isOne ? [{ key, value: values.join(' ') }] : last), ...below];
  });
}
