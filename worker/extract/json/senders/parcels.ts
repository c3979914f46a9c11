import { isObject, textOf } from '../fields.ts';
import { day, splitWords } from './forms.ts';
import type { Field, Sender } from './sender.ts';

/** Where a parcel was, and when. */
const events = (place: string): readonly Field[] => [
  ['time', 'time_iso|timestamp|datetime'],
  ['event', 'description|status|message'],
  ['place', place],
];

/** Parcels on their way. */
export const PARCELS: Sender[] = [
  {
    // 17track
    has: ['data/number', 'data/track_info/tracking/providers'],
    title: '{data/number} · {data/track_info/tracking/providers/0/provider/name}',
    lead: ['status', 'data/track_info/latest_status/status', splitWords],
    facts: [
      ['expected', 'data/track_info/time_metrics/estimated_delivery_date/from', day],
      ['at the latest', 'data/track_info/time_metrics/estimated_delivery_date/to', day],
      ['from', 'data/track_info/shipping_info/shipper_address/city'],
      ['to', 'data/track_info/shipping_info/recipient_address/city'],
    ],
    rows: {
      of: (root) => eventsOf(root),
      columns: events('location'),
    },
    clutter: 'event carrier stage time_utc key_stage alias',
  },
  {
    // DHL
    has: ['shipments/0/status/statusCode', 'shipments/0/events'],
    title: '{shipments/0/details/product/productName} · {shipments/0/id}',
    lead: ['status', 'shipments/0/status/statusCode', splitWords],
    facts: [
      [
        'expected',
        'shipments/0/estimatedTimeOfDelivery|shipments/0/estimatedDeliveryTimeFrame/estimatedFrom',
      ],
      ['from', 'shipments/0/origin/address/addressLocality'],
      ['to', 'shipments/0/destination/address/addressLocality'],
      [
        'weight',
        'shipments/0/details/weight/value',
        (value, at) => {
          const sign = at('shipments/0/details/weight/unitText');
          return typeof sign === 'string' ? `${textOf(value)} ${sign}` : textOf(value);
        },
      ],
    ],
    rows: { of: 'shipments/0/events', columns: events('location/address/addressLocality') },
    clutter: 'service status_code country_code',
  },
  {
    // UPS
    has: ['trackResponse/shipment/0/package/0/activity'],
    title: 'UPS · {trackResponse/shipment/0/package/0/trackingNumber}',
    lead: [
      'status',
      'trackResponse/shipment/0/package/0/currentStatus/description|trackResponse/shipment/0/package/0/activity/0/status/description',
    ],
    facts: [['expected', 'trackResponse/shipment/0/package/0/deliveryDate/0/date']],
    rows: {
      of: 'trackResponse/shipment/0/package/0/activity',
      columns: [
        ['date', 'date'],
        ['event', 'status/description'],
        ['place', 'location/address/city'],
      ],
    },
    clutter: 'type code status_code inquiry_number country_code gmt_date gmt_time gmt_offset package_count',
  },
];

/** The events of all carriers of a parcel, the last one first. */
function eventsOf(root: unknown): unknown[] {
  const data = isObject(root) ? root.data : null;
  const track = isObject(data) ? data.track_info : null;
  const tracking = isObject(track) ? track.tracking : null;
  const providers = isObject(tracking) && Array.isArray(tracking.providers) ? tracking.providers : [];
  return providers
    .flatMap((one) => (isObject(one) && Array.isArray(one.events) ? one.events : []))
    .filter(isObject);
}
