import type { EventTime } from './blocks.ts';

export type AboutKind = 'article' | 'recipe' | 'event' | 'product' | 'video';

/** The subject of a web page by its metadata: schema.org in JSON-LD or microdata, and Open Graph. */
export interface About {
  kind: AboutKind;
  /** Start of an event, in local time of its place. */
  start: EventTime | null;
  end: EventTime | null;
  /** A name and an address on one line. */
  place: string | null;
  /** `to` where it is a range; the currency as ISO 4217. */
  price: { from: number; to: number | null; currency: string | null } | null;
  /** Average rating, the best possible one, and the number of ratings. */
  rating: { value: number; best: number; count: number | null } | null;
  /** Duration of a video. */
  seconds: number | null;
  /** Set when an event does not take place as planned, or a product is not available. */
  status: 'cancelled' | 'postponed' | 'sold_out' | null;
}

export function blankAbout(kind: AboutKind): About {
  return {
    kind,
    start: null,
    end: null,
    place: null,
    price: null,
    rating: null,
    seconds: null,
    status: null,
  };
}
