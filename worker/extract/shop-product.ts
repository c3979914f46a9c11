import { type About, blankAbout } from './about.ts';
import { oneLine } from './blocks.ts';
import { briefText, type DomDocument, type DomElement, isWithin } from './dom.ts';
import { toAmount } from './read-about.ts';

/** Where shops without structured data, such as Amazon, show the price of the product that a page is about. Others on it are of other products. */
const PLACES =
  '#corePriceDisplay_desktop_feature_div, #corePrice_desktop, #corePrice_feature_div, #apex_desktop, #kindle-price, ' +
  '#price_inside_buybox, #priceblock_ourprice, #priceblock_dealprice, #priceblock_saleprice';
/** Where they describe it; the descriptions in their metadata are advertisements. */
const DESCRIPTIONS = '#feature-bullets, #productDescription, #bookDescription_feature_div';
const MAX_DESCRIPTION = 4000;
/** The class of a price that was reduced. */
const FORMER = /(?:^|\s)(?:a-text-price|basisPrice)(?:\s|$)/;
const MAX_PLACES = 20;
const MAX_ELEMENTS = 200;
const MAX_LINES = 20;
const MAX_TEXT = 24;
const PRICE =
  /^(?:(?<before>[€£$₹])\s?(?<first>\d[\d.,]*)|(?<second>\d[\d.,\s]*?)\s?(?<after>€|£|zł|kr|TL))$/u;
const CURRENCIES: Record<string, string> = { '€': 'EUR', '£': 'GBP', '₹': 'INR', zł: 'PLN', TL: 'TRY' };
/** What a sign that several currencies share means in a country. */
const SHARED: Record<string, Record<string, string>> = {
  $: { com: 'USD', ca: 'CAD', au: 'AUD', mx: 'MXN', sg: 'SGD' },
  kr: { se: 'SEK', no: 'NOK', dk: 'DKK' },
};

/** The product of a shop's page, with its price where one is shown; null for any other page. */
export function shopProduct(document: DomDocument, url: string): About | null {
  const places = [...document.querySelectorAll(PLACES)].slice(0, MAX_PLACES);
  if (places.length === 0) return null;
  for (const place of places) {
    for (const element of [place, ...[...place.querySelectorAll('span')].slice(0, MAX_ELEMENTS)]) {
      const price = isWithin(element, isFormer) ? null : priceIn(briefText(element, 4 * MAX_TEXT), url);
      if (price) return { ...blankAbout('product'), price };
    }
  }
  return blankAbout('product');
}

const isFormer = (element: DomElement) =>
  FORMER.test(element.getAttribute('class') ?? '') || /^(?:s|del)$/i.test(element.tagName);

/** What a shop says of the product; null when it says nothing or the page is of another kind. */
export function shopDescription(document: DomDocument): string | null {
  for (const element of document.querySelectorAll(DESCRIPTIONS)) {
    const lines = [...element.querySelectorAll('li, p')].slice(0, MAX_LINES);
    const texts = lines.map((line) => oneLine(briefText(line, MAX_DESCRIPTION) ?? ''));
    const text = texts.filter((line) => line !== '').join(' ');
    if (text !== '') return text.slice(0, MAX_DESCRIPTION);
  }
  return null;
}

function priceIn(text: string | null, url: string): About['price'] {
  const line = oneLine(text ?? '');
  if (line.length > MAX_TEXT) return null;
  const { before, first, second, after } = PRICE.exec(line)?.groups ?? {};
  const sign = before ?? after;
  const from = toAmount(first ?? second ?? null);
  const currency = sign && (CURRENCIES[sign] ?? SHARED[sign]?.[countryOf(url)]);
  return from !== null && currency ? { from, to: null, currency } : null;
}

const countryOf = (url: string) => (URL.canParse(url) ? (new URL(url).hostname.split('.').at(-1) ?? '') : '');
