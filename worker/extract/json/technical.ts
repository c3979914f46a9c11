import { countWords } from '#shared/count-words.ts';
import { plainName } from './names.ts';

/**
 * What services say of their own records rather than of the thing: how it is kept, sent, drawn and addressed. Names of the
 * APIs of GitHub, GitLab, Jira, Asana, Trello, Stripe, Shopify, Spotify, Plex, Docker, Yahoo and of the tools of Linux.
 */
const NAMES = new Set(
  (
    'media_content_type media_position_updated_at is_volume_muted repeat sensor_index pa_latency led_brightness position_rating ' +
    'channel_state channel_flags channel_flags_auto confidence_auto confidence_manual rssi memory population time_units ' +
    'pass_list competition_code area_code dhi dni ghi elev_angle h_angle pod react_pwr apprnt_pwr pwr_factor active_count measurement_type expand workratio statuscategorychangedate last_viewed start_at max_results resource_type resource_subtype model_type ' +
    'content_type media_type service_version machine_identifier client_secret capture_method confirmation_method ' +
    'payment_method payment_method_types latest_charge automatic_payment_methods_enabled amount_capturable livemode ' +
    'client_details handle template_suffix published_scope admin_graphql_api_id network_count subscribers_count ' +
    'default_branch target_commitish mergeable_state merge_commit_sha author_association check_suite release_date_precision ' +
    'album_type resume_point_fully_played resume_point_resume_position languages is_local ifindex txqlen qdisc mtu link_type ' +
    'prefixlen ip_prefix_len graph_driver maj_min exit_code platform_version gmtoffset exchange_name full_exchange_name ' +
    'exchange_timezone_name instrument_type first_trade_date price_hint data_granularity valid_ranges ' +
    'has_pre_post_market_data tzid tz_id kids parent_index library_section_title filters_season filters_matchday ' +
    'result_set_first result_set_last result_set_played current_matchday msg_odds cfg_changed_cnt actions_stats_skipped ' +
    'sleep_mode mqtt_count load_avg link_count downtime timer_started timer_duration led_color led_state ' +
    'mgmt_timer_remaining_time error_code indicator_mode power_outage_memory is_valid overpower calendar_feed_enabled ' +
    'permission_level card_aging background_brightness background_color assignee_ids reviewer_ids relative_path device_mfr ' +
    'driver_name maxcpu vmid disk_read disk_write status_severity supports_streaming prediction_type'
  ).split(' '),
);
const ENDINGS =
  /^customfield_\d+$|^(?:\w{1,30}_)?(?:gid|ids|resource_type|prefix_?len|cursor|offset|checksum|mime_?type|encoding)$|^global_?ipv6|^va(?:r)?h_/;
/** Groups of what was asked for and how something is set up, at any depth. */
const GROUPS =
  /^(?:request_arguments|(?:model_)?prefs|preferences|host_config|automatic_payment_methods|client_details|watches|original_position|filters|result_set|meta|head_request_arguments)$/;
/** A path of a file or an API, the mark of an object, the code of a colour. */
const VALUE =
  /^\/[^\s/]+(?:\/[^\s/]*)+$|^[a-z]{2,5}_(?=\w*\d)[A-Za-z0-9]{5,}$|^#[0-9A-Fa-f]{6}$|^0\|[a-z0-9]+:\w*$|^(?:Firing|Resolved) Value: /;

/**
 * Whether a value is for the program that sends it. Unlike noise its words count as left out, and where there is little else it
 * stays.
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

/** With fewer other columns all stay. */
const MIN_OTHERS = 2;

/** Records without the columns that are for programs; the words of these are counted. */
export function withoutTechnical(fields: Map<string, string>[]): {
  fields: Map<string, string>[];
  omitted: number;
} {
  const names = [...new Set(fields.flatMap((one) => [...one.keys()]))];
  const gone = new Set(names.filter((name) => isTechnical([name], '')));
  const isAll = gone.size === names.length;
  if (fields.length < 2 || gone.size === 0 || (!isAll && names.length - gone.size < MIN_OTHERS))
    return { fields, omitted: 0 };
  const words = fields.flatMap((one) => [...one].flatMap(([name, value]) => (gone.has(name) ? [value] : [])));
  return {
    fields: fields.map((one) => new Map([...one].filter(([name]) => !gone.has(name)))),
    omitted: countWords([...gone, ...words].join(' ')),
  };
}
