import { plainName } from './names.ts';

/**
 * Names of less important values: the make of a device, its connection, the time of writing, counts beside a thing, and its
 * kind.
 */
const MINOR_NAMES =
  /(?:^|_)(?:model|model_?id|vendor|brand|firmware|hardware|(?:dev|device)_class|(?:fail|sag|swell|error|retry|boot|restart|reset|save)_count|version|manufacturer(?:_name)?|fw|sn|serial(?:_number)?|(?:sw|hw|software|firmware|hardware)_(?:version|revision|status)|build|(?:wifi_)?ssid|wifi_strength|signal_strength|rssi|user_email|retention|popularity|track_number|repeat_state|time_zone|time_zone_offset)$|^(?:type|kind|timestamp|units?)$|^(?:achievement|kudos|comment|athlete|photo|view|like|share)_count$|(?:^|_)(?:created|updated|registered|installed|calibrated|last_edited|last_reported)(?:_(?:at|on|by|time|date))?$/;

/** Names of the time at which the values beside it were measured or sent. */
const TIME_OF_WRITING =
  /^(?:time|date_?time|(?!\w{0,20}(?:next|start|due|end|expect|schedul|expir|depart|arriv))(?:\w{1,20}_)?timestamp|(?:local_)?observation_\w{1,20}|as_of|dt)$/;

/** Whether a value is less important than others, by its name. */
export const isMinor = (name: string, value = '') =>
  MINOR_NAMES.test(plainName(name)) ||
  (/^\d{4}-\d\d-\d\dT/.test(value) && TIME_OF_WRITING.test(plainName(name)));
