import { plainName } from './names.ts';

/**
 * What only fills in a page: of which make a device is, how it is connected, when a program wrote something down, how many
 * there are of something beside it, and of which kind a thing is.
 */
const MINOR =
  /(?:^|_)(?:model|model_?id|vendor|brand|firmware|hardware|(?:dev|device)_class|(?:fail|sag|swell|error|retry|boot|restart|reset|save)_count|version|manufacturer(?:_name)?|fw|sn|serial(?:_number)?|(?:sw|hw|software|firmware|hardware)_(?:version|revision|status)|build|(?:wifi_)?ssid|wifi_strength|signal_strength|rssi|user_email|retention|popularity|track_number|repeat_state|time_zone|time_zone_offset)$|^(?:type|kind|timestamp|units?)$|^(?:achievement|kudos|comment|athlete|photo|view|like|share)_count$|(?:^|_)(?:created|updated|registered|installed|calibrated|last_edited|last_reported)(?:_(?:at|on|by|time|date))?$/;

/** What a moment is called that says when the values beside it were measured or sent. */
const WRITTEN = /^(?:time|date_?time|(?:\w{1,20}_)?timestamp|(?:local_)?observation_\w{1,20}|as_of|dt)$/;

/** Whether a value under such a name says less than others. */
export const isMinor = (name: string, value = '') =>
  MINOR.test(plainName(name)) || (/^\d{4}-\d\d-\d\dT/.test(value) && WRITTEN.test(plainName(name)));
