import { plainName } from './names.ts';

/** Names of members for machines only. All other names and values of a JSON document are the owner's words: docs/planner.md. */
const NOISE_NAMES = new Set(
  (
    'id ids uuid guid uid key hash etag sha sha1 sha256 checksum signature token secret nonce cursor ' +
    'url uri href link links _links html_url api_url self avatar icon image thumbnail logo gravatar ' +
    'version api_version schema kind object cod base dt generationtime_ms utc_offset_seconds timezone_abbreviation ' +
    'lat lon lng latitude longitude coord coordinate coordinates coords geo location_id elevation ' +
    'device_class state_class unit_of_measurement attribution supported_features supported_color_modes context entity_picture restored ' +
    'last_reported last_updated_ts last_changed_ts parent_id user_id interval interval_seconds ' +
    'node_id author_association reactions performed_via_github_app state_reason active_lock_reason permissions site_admin ' +
    'realtime_data_updated_at warnings hints cadence trip_id line_id operator_code condition_code weather_code weathercode ' +
    'time_zone tz timezone timezone_offset locale lang charset encoding status_code ok success error_code err_code page per_page total_pages offset limit is_day localtime ' +
    '$type operation_type operationtype resource_state meta _meta mac mac_address time_to_live timing cfg_rev fingerprint group_key groupkey truncated_alerts ' +
    'path relative_path file_path filepos origin tree_id bearing utc_offset color_name child_order day_order sort_order node ' +
    'workout_type gear_id issue_event_type_name time_left_origin print_time_left_origin by_minute geometry wind_from_direction wind_bearing prognosis ' +
    'color_mode gps_accuracy rgb_color hs_color xy_color result_type upload_id external_id ' +
    'unit_type access_role default_reminders available_markets external_ids external_urls prognosis_type fahrt_nr admin_code ' +
    'currently_playing_type disc_number category_code is_collapsed disallows machine_key node_key station_type ' +
    'pagination feed_publishers jsonrpc incrementality gtfs_realtime_version debug attributions idx iid object_kind ' +
    'before_sha detailed_merge_status detailed_status merge_status queued_duration country_code short_link short_url data_freshness ' +
    'time_to_station remote_end_point supported_commands playable_media_types capabilities audio_stream_index ' +
    'subtitle_stream_index repeat_mode play_method has_subtitles server_id eventtime league_shortcut visibility_level ' +
    'forecast_generator valid_times attachments_by_type fogbugz check_item_states css_class cssclass badges cover pos id_members id_labels ' +
    'quality_control ' +
    'group_labels common_labels common_annotations value_string realtime_state service_day idempotency_key pending_webhooks page_info tla'
  ).split(' '),
);
/** Names of marks and settings that people also give to words: a text under them is kept, and so is a list of texts. */
const AMBIGUOUS_NAMES = new Set(
  'pos cover badges debug eventtime country_code capabilities detailed_status page_info'.split(' '),
);
/** Names whose plain values are for machines; an object under them may have the content. */
const NOISE_GROUPS = new Set(
  (
    'key links object base message page schema kind version node origin path token self ok success ' +
    'warnings hints interval timing id image'
  ).split(' '),
);
/** Names of numbers that define an order or are codes. */
const NOISE_NUMBERS = new Set(
  'type priority severity order index position rank sort weight code deg wind_deg wind_degree degree message cnt minute_ts day_num month_num'.split(
    ' ',
  ),
);
const ENDINGS =
  /^\$|(?:^|_)(?:app|msg|group|grp|model|device|user|trip|item|product|game|team|player|match|event|client|parent|station|stop|line)id$|^@(?:context|type|id|version)$|^id_(?!token$)|^wind_(?:gust_)?direction_\d+$|(?:_|^)(?:id|ids|uid|uuid|guid|url|uri|urls|href|hash|sha|token|epoch|icon|slug|ts|eva_?nr|latlng|polyline|timestamp_ms|unixtime|etag|prognosis_type)$|(?:^|_)id_local$/;
/** Names of formats. */
const FORMATS = /^(?:FeatureCollection|Feature|Point|device_tracker\.\w{1,60})$/;
const IMAGE = /^[a-z\d][\w./-]{0,120}:[\w.-]{1,60}$/;
const WORDED_ID = /^\p{Lu}\p{Ll}{2,30}(?:[ &-]{1,3}\p{L}{1,30}){0,4}(?: ?\(\p{L}{1,30}\))?$/u;
/** How an API refers to its further pages: a path, a query, a cursor. */
const PAGE = /^[/?]\S*$|^(?!\d{4}-\d\d-\d\d)(?=\S*\d)\S{16,}$/;
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const ADDRESS = /^(?:https?|mailto|data|urn|ftp|wss?):\S*$/i;
const HEX =
  /^(?:(?:0x|\w{1,16}:)?(?:[0-9a-f]{16,128}|(?=[0-9A-F]{0,127}[A-F])[0-9A-F]{16,128})|(?:[0-9A-Fa-f]{2}:){5}[0-9A-Fa-f]{2}|[A-Za-z0-9_-]{28,}={0,2})$/;
/** Types of objects, which are visible from their members. */
const FORM =
  /^(?:stop|station|location|line|operator|journey|leg|hint|user|bot|organization|point|object|node|item|list|collection|entity|record|track)$/i;
/** Members of a picture in several sizes. */
const PICTURE = /^(?:url|height|width|type|size)$/;
/** Times that matter to readers. */
const KEPT_TIMES =
  /sunrise|sunset|moonrise|moonset|depart|arriv|due|start|begin|end|expire|deadline|eta|when|schedul|expect|created|closed|merged|published|date|time|changed|updated|at$|next|last|seen|until|since/;
/** Names of quantities that may be as large as an epoch. */
const AMOUNTS = /mem|bytes|size|disk|used|free|total|count|population|volume|value|sum/;
/** States for which yes and no are worth showing. */
const KEPT_STATES =
  /(?:^|_)(?:open|close|lock|occup|active|online|motion|presence|contact|output|tamper|vibrat|water_leak|relay|switch|home|away|alarm|armed|charg|done|complete|paid|playing|muted|running|full|empty|smoke|leak|window|door|light|heat|cool|rain|wet|available|enabled|ready|alive|connected|present|booked|free|dry|checked|approved|warm|frost)|(?:^|_)(?:on|off)$/;
/** States for which only yes is worth showing. */
const STATES_SHOWN_IF_TRUE = /(?:^|_)(?:cancel|delay|draft|urgent|overdue|expired|merged|failed|locked)/;
/** Capabilities and permissions of a machine, as opposed to its state. */
const SETTINGS =
  /_(?:supported|capable|allowed)$|^(?:has|can|supports|allow)_|_(?:alert|view|notifications?)_enabled$/;
/** Placeholders of programs for an unknown moment. */
const NO_MOMENT = /^(?:0000|0001|1970-01-01T00:00:00|9999-12-31)/;

/** The colour in which a service draws a thing. */
const COLOUR = /^(?:#[\da-f]{6}(?:[\da-f]{2})?|rgba?\([\d., ]{5,30}\))$/i;

/** Whether a member of an object is for machines only. */
export function isNoise(name: string, value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  const plain = plainName(name);
  if (typeof value === 'object') {
    if (Array.isArray(value) ? value.length === 0 : Object.keys(value).length === 0) return true;
    return (
      plain === '@context' ||
      isPictures(value) ||
      (/^_?links$/.test(plain) && isLinks(value)) ||
      (NOISE_NAMES.has(plain) && !NOISE_GROUPS.has(plain) && !(AMBIGUOUS_NAMES.has(plain) && areTexts(value)))
    );
  }
  if (typeof value === 'boolean')
    return SETTINGS.test(plain) || !(KEPT_STATES.test(plain) || (value && STATES_SHOWN_IF_TRUE.test(plain)));
  if (typeof value === 'string') {
    if (/^(?:msg|(?:status_)?message)$/.test(plain) && /^(?:ok|success)$/i.test(value)) return true;
    if (/^,\S{0,200},$/.test(value)) return true;
    if (plain === 'units' && /^(?:si|metric|imperial|standard|us|uk2?|ca)$/i.test(value)) return true;
    if (NO_MOMENT.test(value) && /^\d{4}-\d\d-\d\dT/.test(value)) return true;
    if (/(?:^|_)colou?r$/.test(plain) && COLOUR.test(value)) return true;
    if (FORMATS.test(value) || UUID.test(value) || ADDRESS.test(value) || HEX.test(value)) return true;
    if ((plain === 'type' || plain === 'object') && FORM.test(value)) return true;
    if (/^(?:next|previous)$/.test(plain) && PAGE.test(value)) return true;
    // The image of a container, and slugs in place of numeric ids.
    if (plain === 'image' && IMAGE.test(value)) return false;
    if (/_id$/.test(plain) && WORDED_ID.test(value)) return false;
    if (
      AMBIGUOUS_NAMES.has(plain) ||
      plain === 'status' ||
      plain === 'location' ||
      plain === 'object' ||
      plain === 'key' ||
      plain === 'error_code'
    )
      return false;
  }
  // The base currency of exchange rates is kept.
  if (plain === 'base' && typeof value === 'string' && /^[A-Z]{3}$/.test(value)) return false;
  if (plain === 'id' && typeof value === 'string' && /\s/.test(value)) return false;
  if (
    NOISE_NAMES.has(plain) ||
    ENDINGS.test(plain) ||
    (typeof value === 'number' && NOISE_NUMBERS.has(plain))
  )
    return true;
  // The same moment is in a member beside it.
  if (typeof value === 'number' && isEpoch(value) && /(?:^|_)epoch_/.test(plain)) return true;
  if (typeof value === 'number' && value < 0 && /(?:^|_)version$/.test(plain)) return true;
  // A date written as one number, and moments that do not matter to readers.
  if (typeof value === 'number' && value > 1e9 && /(?:^|_)timestamp$/.test(plain)) return !isEpoch(value);
  return typeof value === 'number' && isEpoch(value) && !KEPT_TIMES.test(plain) && !AMOUNTS.test(plain);
}

/** Links that an API adds to its data. */
const isLinks = (value: object) =>
  Array.isArray(value) && value.every((one) => typeof one === 'object' && one !== null && 'href' in one);

const areTexts = (value: object) =>
  Array.isArray(value) && value.every((one) => typeof one === 'string' && !ADDRESS.test(one));

/** Addresses of one picture in several sizes. */
const isPictures = (value: object) =>
  Object.values(value).every(
    (one) =>
      typeof one === 'object' &&
      one !== null &&
      'url' in one &&
      Object.keys(one).every((name) => PICTURE.test(name)),
  );

/** Whether a number is in the range of the seconds or milliseconds of the years 2001 to 2040. */
export function isEpoch(value: number): boolean {
  return Number.isInteger(value) && ((value > 1e9 && value < 2.2e9) || (value > 1e12 && value < 2.2e12));
}

/** An epoch in seconds or milliseconds as RFC 3339. */
export const momentOf = (epoch: number) =>
  new Date(Math.round(epoch > 1e11 ? epoch : epoch * 1000)).toISOString();

/** Whether a number with this name is a moment rather than a count. */
export function isMoment(name: string, value: number): boolean {
  return isEpoch(Math.round(value)) && KEPT_TIMES.test(plainName(name));
}
