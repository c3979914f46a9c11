import { textOf } from '../fields.ts';
import { amountOf } from '../payments.ts';
import { money, splitWords } from './forms.ts';
import type { Sender } from './sender.ts';

const ORDER_CLUTTER =
  'token cart_token checkout_token gateway landing_site referring_site landing_site_ref source_name ' +
  'source_identifier browser_ip order_number client_details total_price_usd processing_method ' +
  'processed_at updated_at order_key created_via cart_hash meta_data transaction_id requires_shipping ' +
  'product_exists taxes_included prices_include_tax fulfillment_service variant_inventory_management ' +
  'sku latitude longitude country_code province_code checkout_id location_id total_price_set ' +
  'subtotal_price_set total_tax_set current_total_price_set price_set total_discount_set ' +
  'total_shipping_price_set customer_user_agent customer_ip_address date_created_gmt date_modified ' +
  'date_modified_gmt';

const order = (root: string): Omit<Sender, 'has'> => ({
  title: `Order {${root}name}`,
  lead: ['total', `${root}total_price|${root}current_total_price`, money(`${root}currency`)],
  facts: [
    ['customer', `${root}shipping_address/name|${root}billing_address/name|${root}email`],
    ['payment', `${root}financial_status`, splitWords],
    ['ordered', `${root}created_at`],
    ['to', `${root}shipping_address/city`],
    ['note', `${root}note`],
  ],
  rows: {
    of: `${root}line_items`,
    columns: [
      ['item', 'name|title'],
      ['quantity', 'quantity'],
      ['price', 'price'],
    ],
  },
  clutter: ORDER_CLUTTER,
});

/** Orders of shops, and payments. */
export const SHOPS: Sender[] = [
  { has: ['order/line_items', 'order/total_price'], ...order('order/') },
  { has: ['line_items', 'total_price', 'financial_status'], ...order('') },
  {
    // WooCommerce
    has: ['line_items', 'total', 'billing', 'order_key'],
    title: 'Order {number}',
    lead: ['total', 'total', money('currency')],
    facts: [
      [
        'customer',
        'billing/last_name',
        (value, at) => [at('billing/first_name'), value].map(textOf).filter(Boolean).join(' '),
      ],
      ['status', 'status', splitWords],
      ['payment', 'payment_method_title'],
      ['ordered', 'date_created'],
      ['to', 'shipping/city|billing/city'],
      ['note', 'customer_note'],
    ],
    rows: {
      of: 'line_items',
      columns: [
        ['item', 'name'],
        ['quantity', 'quantity'],
        ['total', 'total'],
      ],
    },
    clutter: ORDER_CLUTTER,
  },
  {
    // Stripe
    has: ['object=event', 'type', 'created', 'data/object/currency'],
    title: '{data/object/description|type}',
    lead: [
      'amount',
      'data/object/amount|data/object/amount_total|data/object/amount_due',
      (value, at) => {
        const code = at('data/object/currency');
        return typeof value === 'number' && typeof code === 'string' ? amountOf(value, code) : null;
      },
    ],
    facts: [
      ['event', 'type', (value) => (typeof value === 'string' ? value.replaceAll(/[._]/g, ' ') : null)],
      ['status', 'data/object/status', splitWords],
      [
        'customer',
        'data/object/billing_details/name|data/object/customer_details/name|data/object/customer_name',
      ],
      ['e-mail', 'data/object/receipt_email|data/object/customer_email|data/object/billing_details/email'],
      ['time', 'created'],
    ],
    clutter:
      'amount_capturable amount_received amount_captured capture_method confirmation_method ' +
      'automatic_payment_methods latest_charge client_secret payment_method_types payment_method_options ' +
      'created',
  },
];
