import { textOf } from '../fields.ts';
import { lowerCase, moment, money, numberOf, rounded, unit } from './forms.ts';
import type { Sender } from './sender.ts';

const PERCENT = unit('%', { digits: 2 });
const PRICE = rounded(2);

/** Kraken, recognised by one of its most usual pairs. */
const KRAKEN: Sender[] = ['XXBTZEUR', 'XXBTZUSD', 'XETHZEUR', 'XETHZUSD'].map((pair) => ({
  has: ['error', `result/${pair}/c/0`],
  title: '',
  rows: {
    of: 'result',
    columns: [
      ['pair', '@'],
      ['price', 'c/0', PRICE],
      ['high', 'h/1', PRICE],
      ['low', 'l/1', PRICE],
      ['volume', 'v/1', rounded(0)],
    ],
  },
  clutter: 'a b c v p t l h o',
}));

/** Prices of shares and coins, and payments. */
export const MARKETS: Sender[] = [
  {
    // Binance
    has: ['symbol', 'lastPrice', 'priceChangePercent'],
    title: '{symbol}',
    lead: ['price', 'lastPrice', PRICE],
    facts: [
      ['24 h', 'priceChangePercent', PERCENT],
      ['change', 'priceChange', PRICE],
      ['high', 'highPrice', PRICE],
      ['low', 'lowPrice', PRICE],
      ['volume', 'volume', rounded(0)],
    ],
    clutter:
      'weighted_avg_price prev_close_price last_qty bid_price bid_qty ask_price ask_qty open_price quote_volume open_time ' +
      'close_time first_id last_id count',
  },
  ...KRAKEN,
  {
    // Coinbase
    has: ['data/amount', 'data/base', 'data/currency'],
    title: '{data/base}',
    lead: ['price', 'data/amount', PRICE],
    facts: [['currency', 'data/currency']],
    clutter: 'base currency',
  },
  {
    // Yahoo, quotes
    has: ['quoteResponse/result/0/regularMarketPrice'],
    title: '',
    rows: {
      of: 'quoteResponse/result',
      columns: [
        ['name', 'shortName|longName|symbol'],
        ['price', 'regularMarketPrice', PRICE],
        ['today', 'regularMarketChangePercent', PERCENT],
        ['high', 'regularMarketDayHigh', PRICE],
        ['low', 'regularMarketDayLow', PRICE],
        ['currency', 'currency'],
      ],
    },
  },
  {
    // Finnhub
    has: ['c', 'dp', 'pc', 'h', 'l'],
    title: '',
    lead: ['price', 'c', PRICE],
    facts: [
      ['today', 'dp', PERCENT],
      ['change', 'd', PRICE],
      ['high', 'h', PRICE],
      ['low', 'l', PRICE],
      ['open', 'o', PRICE],
      ['close before', 'pc', PRICE],
      ['time', 't', moment],
    ],
  },
  {
    // PayPal
    has: ['event_type', 'resource_type', 'resource/amount'],
    title: '{summary}',
    lead: [
      'amount',
      'resource/amount/value|resource/amount/total',
      (value, at) => {
        const code = at('resource/amount/currency_code|resource/amount/currency');
        return `${(numberOf(value) ?? 0).toFixed(2)} ${textOf(code)}`.trim();
      },
    ],
    facts: [
      ['status', 'resource/status|resource/state', lowerCase],
      ['payer', 'resource/payer/email_address|resource/payer/payer_info/email'],
      ['note', 'resource/note_to_payer|resource/custom'],
      ['time', 'create_time'],
    ],
    clutter:
      'event_version resource_version event_type resource_type create_time update_time final_capture seller_protection ' +
      'seller_receivable_breakdown supplementary_data invoice_number parent_payment payment_mode protection_eligibility ' +
      'protection_eligibility_type transaction_fee payee links',
  },
  {
    // Square
    has: ['type', 'data/object/payment/amount_money', 'merchant_id'],
    title: '{data/object/payment/note}',
    lead: [
      'amount',
      'data/object/payment/amount_money/amount',
      money('data/object/payment/amount_money/currency', 100),
    ],
    facts: [
      ['event', 'type', (value) => textOf(value).replaceAll(/[._]/g, ' ')],
      ['status', 'data/object/payment/status', lowerCase],
      ['tip', 'data/object/payment/tip_money/amount', money('data/object/payment/tip_money/currency', 100)],
      ['by', 'data/object/payment/source_type', lowerCase],
      ['time', 'data/object/payment/created_at'],
    ],
    clutter:
      'type created_at updated_at amount currency approved_money total_money card_details delay_action delay_duration ' +
      'delayed_until risk_evaluation receipt_number version version_token application_details processing_fee capabilities',
  },
  {
    // Ko-fi
    has: ['verification_token', 'from_name', 'amount'],
    title: '{type}',
    lead: ['amount', 'amount', money('currency')],
    text: 'message',
    facts: [
      ['from', 'from_name'],
      ['level', 'tier_name'],
      ['time', 'timestamp'],
    ],
    rows: {
      of: 'shop_items',
      columns: [
        ['item', 'variation_name'],
        ['pieces', 'quantity'],
      ],
    },
    clutter:
      'is_public direct_link_code is_subscription_payment is_first_subscription_payment email currency discord_username',
  },
];
