import { countWords } from '#shared/count-words.ts';
import { plainName } from './names.ts';

/**
 * Names of values about a service's own record instead of the thing: how it is stored, sent, drawn and addressed. They are from the
 * APIs of GitHub, GitLab, Jira, Asana, Trello, Stripe, Shopify, Spotify, Plex, Docker, Yahoo and of the tools of Linux.
 */
const NAMES = new Set(
  (
    'actions_stats_skipped admin_graphql_api_id album_type amount_capturable apprnt_pwr area_code assignee_ids ' +
    'author_association automatic_payment_methods_enabled background_brightness background_color ' +
    'calendar_feed_enabled capture_method card_aging cfg_changed_cnt channel_flags channel_flags_auto ' +
    'channel_state check_suite city_population client_details client_secret competition_code confidence_auto ' +
    'confidence_manual confirmation_method content_type current_matchday data_granularity default_branch ' +
    'device_mfr dhi disk_read disk_write dni driver_name elev_angle exchange_name exchange_timezone_name expand ' +
    'filters_matchday filters_season first_trade_date full_exchange_name ghi gmtoffset graph_driver h_angle ' +
    'has_pre_post_market_data ifindex indicator_mode instrument_type ip_prefix_len is_local is_volume_muted kids ' +
    'last_viewed latest_charge led_brightness led_color led_state library_section_title link_count link_type ' +
    'livemode machine_identifier maj_min max_results maxcpu measurement_type media_content_type ' +
    'media_position_updated_at media_type merge_commit_sha mergeable_state mgmt_timer_remaining_time model_type ' +
    'mqtt_count msg_odds mtu network_count pa_latency parent_index payment_method_types permission_level ' +
    'platform_version position_rating power_outage_memory prediction_type prefixlen price_hint published_scope ' +
    'pwr_factor qdisc react_pwr relative_path release_date_precision resource_subtype resource_type ' +
    'result_set_first result_set_last result_set_played resume_point_fully_played resume_point_resume_position ' +
    'reviewer_ids sensor_index service_version sleep_mode start_at status_severity statuscategorychangedate ' +
    'subscribers_count supports_streaming target_commitish template_suffix time_units timer_duration ' +
    'timer_started txqlen time_exec time_server tz_id tzid valid_ranges vmid workratio'
  ).split(' '),
);
const ENDINGS =
  /^customfield_\d+$|^(?:\w{1,30}_)?(?:gid|ids|resource_type|prefix_?len|cursor|offset|checksum|mime_?type|encoding)$|^global_?ipv6|^va(?:r)?h_/;
/** Groups with parameters of the request or with settings, at any depth. */
const GROUPS =
  /^(?:request_arguments|(?:model_)?prefs|preferences|host_config|automatic_payment_methods|client_details|watches|original_position|filters|result_set|meta|head_request_arguments)$/;
/** A path of a file or an API, the mark of an object, the code of a colour. */
const VALUE =
  /^\/[^\s/]+(?:\/[^\s/]*)+$|^[a-z]{2,5}_(?=\w*\d)[A-Za-z0-9]{5,}$|^#[0-9A-Fa-f]{6}$|^0\|[a-z0-9]+:\w*$|^(?:Firing|Resolved) Value: /;

/**
 * Whether a value is for programs. Unlike noise its words are counted as left out, and it is kept if there are few other values.
 * @param path names of its groups and its own, outermost first
 */
export function isTechnical(path: string[], value: string): boolean {
  const names = path.map(plainName);
  const leaf = names.at(-1) ?? '';
  const joined = names.slice(-2).join('_');
  return (
    NAMES.has(leaf) ||
    NAMES.has(joined) ||
    ENDINGS.test(leaf) ||
    names.slice(0, -1).some((group) => GROUPS.test(group)) ||
    VALUE.test(value)
  );
}

/** Whether a column has the path of each object that another column names. */
const isPathOf = (name: string, called: string | undefined, fields: Map<string, string>[]) =>
  called !== undefined &&
  name !== called &&
  fields.every((one) => {
    const [path, own] = [one.get(name), one.get(called)];
    return path?.startsWith('/') === true && !!own && path.endsWith(`/${own}`);
  });

/** With fewer other columns, all columns are kept. */
const MIN_OTHERS = 2;

/** Removes the columns that are for programs; their words are counted. */
export function removeTechnical(fields: Map<string, string>[]): {
  fields: Map<string, string>[];
  omitted: number;
} {
  const names = [...new Set(fields.flatMap((one) => [...one.keys()]))];
  const gone = new Set(names.filter((name) => isTechnical([name], '') || isPathOf(name, names[0], fields)));
  const isAll = gone.size === names.length;
  if (fields.length < 2 || gone.size === 0 || (!isAll && names.length - gone.size < MIN_OTHERS))
    return { fields, omitted: 0 };
  const words = fields.flatMap((one) => [...one].flatMap(([name, value]) => (gone.has(name) ? [value] : [])));
  return {
    fields: fields.map((one) => new Map([...one].filter(([name]) => !gone.has(name)))),
    omitted: countWords([...gone, ...words].join(' ')),
  };
}
