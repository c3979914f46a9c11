import { textOf } from '../fields.ts';
import { bytes, codeWords, lowerCase, rounded, splitWords, unlessZero } from './forms.ts';
import type { Sender } from './sender.ts';

/** States of a request of Overseerr and Jellyseerr. */
const REQUEST = codeWords({
  '1': 'pending',
  '2': 'approved',
  '3': 'declined',
  '4': 'failed',
  '5': 'completed',
});

const FILM_CLUTTER =
  'tmdb_id imdb_id tvdb_id tv_maze_id release_date folder_path images path relative_path quality_version ' +
  'release_group scene_name indexer_flags date_added media_info is_upgrade download_client download_client_type ' +
  'download_id instance_name application_url custom_format_info original_language';

/** Films, series, books and photographs of a household. */
export const LIBRARIES: Sender[] = [
  {
    // Radarr
    has: ['eventType', 'movie/title', 'movie/tmdbId'],
    title: '{movie/title} · {movie/year}',
    text: 'movie/overview',
    facts: [
      ['event', 'eventType', splitWords],
      ['quality', 'movieFile/quality|release/quality'],
      ['size', 'movieFile/size|release/size', bytes()],
      ['from', 'release/indexer'],
      ['release', 'release/releaseTitle'],
    ],
    clutter: FILM_CLUTTER,
  },
  {
    // Sonarr, calendar
    has: ['0/seasonNumber', '0/episodeNumber', '0/airDate'],
    title: '',
    rows: {
      of: '',
      columns: [
        ['aired', 'airDateUtc|airDate'],
        ['series', 'series/title'],
        ['title', 'title'],
        ['season', 'seasonNumber'],
        ['episode', 'episodeNumber'],
        ['there', 'hasFile'],
      ],
    },
    clutter:
      'air_date air_date_utc series episode_file_id monitored absolute_episode_number ' +
      'unverified_scene_numbering runtime last_search_time finale_type',
  },
  {
    // Sonarr and Radarr, queue
    has: ['records/0/trackedDownloadState', 'records/0/sizeleft'],
    title: '',
    rows: {
      of: 'records',
      columns: [
        ['title', 'series/title|movie/title|title'],
        ['status', 'status', splitWords],
        ['left', 'timeleft'],
        ['size', 'size', bytes()],
        ['to come', 'sizeleft', bytes()],
      ],
    },
    clutter:
      'page page_size sort_key sort_direction total_records tracked_download_status tracked_download_state ' +
      'download_id protocol download_client indexer output_path languages quality custom_formats ' +
      'custom_format_score estimated_completion_time added title',
  },
  {
    // Overseerr and Jellyseerr
    has: ['notification_type', 'subject', 'media'],
    title: '{subject}',
    text: 'message',
    facts: [
      ['event', 'event|notification_type', lowerCase],
      ['requested by', 'request/requestedBy_username|request/requestedBy_email'],
      ['kind', 'media/media_type'],
      ['status', 'media/status', lowerCase],
      ['seasons', 'extra/0/value'],
      ['comment', 'comment/comment_message'],
    ],
    clutter: 'notification_type status4k tmdb_id tvdb_id name requested_by_avatar requested_by_email',
  },
  {
    // Overseerr and Jellyseerr, an issue or a request
    has: ['createdBy/displayName', 'media/tmdbId', 'issueType'],
    title: '{comments/0/message}',
    facts: [
      ['problem', 'issueType', codeWords({ '1': 'video', '2': 'audio', '3': 'subtitles', '4': 'other' })],
      ['status', 'status', codeWords({ '1': 'open', '2': 'resolved' })],
      ['season', 'problemSeason', unlessZero(rounded(0))],
      ['episode', 'problemEpisode', unlessZero(rounded(0))],
      ['by', 'createdBy/displayName'],
      ['created', 'createdAt'],
      ['kind', 'media/mediaType'],
    ],
    clutter:
      'updated_at email plex_username jellyfin_username username user_type permissions request_count created_at ' +
      'media_added_at last_season_change movie_quota_limit tv_quota_limit movie_quota_days tv_quota_days status status4k',
  },
  {
    // Overseerr and Jellyseerr, requests
    has: ['results/0/requestedBy/displayName', 'results/0/media/tmdbId'],
    title: '',
    rows: {
      of: 'results',
      columns: [
        ['title', 'media/title|media/externalServiceSlug'],
        ['kind', 'type'],
        ['status', 'status', REQUEST],
        ['requested by', 'requestedBy/displayName'],
        ['on', 'createdAt'],
      ],
    },
    clutter:
      'pages page_size results page updated_at email username user_type permissions request_count is4k status4k',
  },
  {
    // Tautulli
    has: ['response/data/sessions/0/full_title', 'response/data/stream_count'],
    title: '',
    lead: ['streams', 'response/data/stream_count'],
    rows: {
      of: 'response/data/sessions',
      columns: [
        ['title', 'full_title'],
        ['by', 'friendly_name|user'],
        ['on', 'player'],
        ['state', 'state'],
        ['progress', 'progress_percent', (value) => (value === undefined ? null : `${textOf(value)} %`)],
      ],
    },
  },
  {
    // Plex, what happened
    has: ['event', 'Account/title', 'Metadata/title'],
    title: '{Metadata/grandparentTitle} · {Metadata/title}',
    facts: [
      ['event', 'event', (value) => textOf(value).replace('media.', '')],
      ['by', 'Account/title'],
      ['on', 'Player/title'],
      ['season', 'Metadata/parentTitle'],
      ['year', 'Metadata/year'],
      ['summary', 'Metadata/summary'],
    ],
    clutter:
      'type library_section_title library_section_type art parent_index duration added_at updated_at rating',
  },
  {
    // Jellyfin, what happened
    has: ['NotificationType', 'ServerName', 'ItemType'],
    title: '{SeriesName} · {Name}',
    text: 'Overview',
    facts: [
      ['event', 'NotificationType', splitWords],
      ['by', 'NotificationUsername'],
      ['on', 'DeviceName'],
      ['season', 'SeasonNumber'],
      ['episode', 'EpisodeNumber'],
      ['year', 'Year'],
      ['runs for', 'RunTime'],
    ],
    clutter:
      'server_version server_name item_type timestamp utc_timestamp run_time_ticks client_name provider',
  },
  {
    // Immich
    has: ['photos', 'videos', 'usageByUser'],
    title: '',
    lead: ['photos', 'photos'],
    facts: [
      ['videos', 'videos'],
      ['in use', 'usage', bytes()],
    ],
    rows: {
      of: 'usageByUser',
      columns: [
        ['user', 'userName'],
        ['photos', 'photos'],
        ['videos', 'videos'],
        ['in use', 'usage', bytes()],
      ],
    },
    clutter: 'usage_photos usage_videos quota_size_in_bytes',
  },
  {
    // Google Books
    has: ['kind=books#volumes', 'items/0/volumeInfo/title'],
    title: '',
    rows: {
      of: 'items',
      columns: [
        ['title', 'volumeInfo/title'],
        ['by', 'volumeInfo/authors'],
        ['published', 'volumeInfo/publishedDate'],
        ['pages', 'volumeInfo/pageCount'],
      ],
    },
    clutter:
      'kind total_items etag reading_modes print_type maturity_rating allow_anon_logging content_version ' +
      'panelization_summary sale_info access_info search_info industry_identifiers language ' +
      'image_links canonical_volume_link',
  },
  {
    // Open Library
    has: ['docs/0/author_name', 'docs/0/title', 'numFound'],
    title: '',
    rows: {
      of: 'docs',
      columns: [
        ['title', 'title'],
        ['by', 'author_name'],
        ['first published', 'first_publish_year'],
        ['editions', 'edition_count'],
      ],
    },
    clutter:
      'num_found start num_found_exact key type has_fulltext public_scan_b ebook_access language cover_edition_key',
  },
  {
    // Open Food Facts
    has: ['code', 'product/product_name', 'product/nutriments'],
    title: '{product/product_name}',
    facts: [
      ['brand', 'product/brands'],
      ['quantity', 'product/quantity'],
      [
        'Nutri-Score',
        'product/nutriscore_grade|product/nutrition_grades',
        (value) => textOf(value).toUpperCase(),
      ],
      ['energy', 'product/nutriments/energy-kcal_100g', (value) => perHundred(value, 'kcal')],
      ['fat', 'product/nutriments/fat_100g', (value) => perHundred(value, 'g')],
      ['sugars', 'product/nutriments/sugars_100g', (value) => perHundred(value, 'g')],
      ['proteins', 'product/nutriments/proteins_100g', (value) => perHundred(value, 'g')],
      ['salt', 'product/nutriments/salt_100g', (value) => perHundred(value, 'g')],
      ['ingredients', 'product/ingredients_text'],
    ],
    clutter: 'code status status_verbose nutriments',
  },
];

/** An amount in a hundred grams. */
function perHundred(value: unknown, sign: string): string | null {
  const amount = rounded(1)(value, () => null);
  return amount === null ? null : `${amount} ${sign}`;
}
