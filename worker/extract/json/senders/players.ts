import { bytes, clockTime, moment, splitWords, unit } from './forms.ts';
import type { Sender } from './sender.ts';

/** Players, and downloads of what they play. */
export const PLAYERS: Sender[] = [
  {
    // Spotify, track
    has: ['item/album/name', 'item/artists/0/name', 'progress_ms'],
    title: '{item/name}',
    facts: [
      ['artist', 'item/artists'],
      ['album', 'item/album/name'],
      ['position', 'progress_ms'],
      ['duration', 'item/duration_ms'],
      ['playing', 'is_playing'],
      ['on', 'device/name'],
      ['volume', 'device/volume_percent', unit('%')],
    ],
    clutter:
      'album_type popularity track_number disc_number type timestamp repeat_state shuffle_state ' +
      'available_markets isrc is_active',
  },
  {
    // Spotify, episode
    has: ['item/show/name', 'progress_ms'],
    title: '{item/name}',
    facts: [
      ['show', 'item/show/name'],
      ['position', 'progress_ms'],
      ['duration', 'item/duration_ms'],
      ['published', 'item/release_date'],
      ['playing', 'is_playing'],
      ['on', 'device/name'],
      ['volume', 'device/volume_percent', unit('%')],
    ],
    clutter:
      'html_description available_markets type timestamp repeat_state shuffle_state media_type is_active',
  },
  {
    // Plex
    has: ['MediaContainer/Metadata/0/viewOffset', 'MediaContainer/Metadata/0/title'],
    title: '{MediaContainer/Metadata/0/grandparentTitle} · {MediaContainer/Metadata/0/title}',
    facts: [
      ['season', 'MediaContainer/Metadata/0/parentTitle'],
      ['episode', 'MediaContainer/Metadata/0/index'],
      ['position', 'MediaContainer/Metadata/0/viewOffset', clockTime()],
      ['duration', 'MediaContainer/Metadata/0/duration', clockTime()],
      ['state', 'MediaContainer/Metadata/0/Player/state'],
      ['by', 'MediaContainer/Metadata/0/User/title'],
      ['on', 'MediaContainer/Metadata/0/Player/title|MediaContainer/Metadata/0/Player/device'],
      ['year', 'MediaContainer/Metadata/0/year'],
    ],
    clutter:
      'size added_at art library_section_title parent_index type device machine_identifier model platform ' +
      'product profile version key guid session media thumb',
  },
  {
    // Jellyfin and Emby
    has: ['NowPlayingItem/Name', 'PlayState'],
    title: '{NowPlayingItem/SeriesName} · {NowPlayingItem/Name}',
    facts: [
      ['season', 'NowPlayingItem/SeasonName'],
      ['episode', 'NowPlayingItem/IndexNumber'],
      ['position', 'PlayState/PositionTicks', clockTime(1e-7)],
      ['duration', 'NowPlayingItem/RunTimeTicks', clockTime(1e-7)],
      ['paused', 'PlayState/IsPaused'],
      ['by', 'UserName'],
      ['on', 'DeviceName'],
      ['year', 'NowPlayingItem/ProductionYear'],
    ],
    clutter:
      'client application_version play_method media_source_id media_streams type media_type can_seek ' +
      'is_muted volume_level repeat_mode last_activity_date last_playback_check_in remote_end_point ' +
      'container',
  },
  {
    // Sonarr
    has: ['series/title', 'episodes/0/title', 'eventType'],
    title: '{series/title} · {episodes/0/title}',
    text: 'episodes/0/overview',
    facts: [
      ['event', 'eventType', splitWords],
      ['season', 'episodes/0/seasonNumber'],
      ['episode', 'episodes/0/episodeNumber'],
      ['aired', 'episodes/0/airDate'],
      ['quality', 'episodeFile/quality|release/quality'],
      ['size', 'episodeFile/size|release/size', bytes()],
    ],
    clutter:
      'tvdb_id tv_maze_id imdb_id tmdb_id type air_date_utc relative_path path quality_version ' +
      'release_group date_added download_client download_client_type instance_name is_upgrade title_slug ' +
      'original_language media_info',
  },
  {
    // Last.fm
    has: ['recenttracks/track/0/artist/#text', 'recenttracks/track/0/name'],
    title: '{recenttracks/@attr/user}',
    rows: {
      of: 'recenttracks/track',
      columns: [
        ['track', 'name'],
        ['artist', 'artist/#text'],
        ['album', 'album/#text'],
        ['played', 'date/uts', moment],
      ],
    },
    clutter: 'text nowplaying streamable total total_pages per_page page mbid image',
  },
];
