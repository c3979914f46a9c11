import { textOf } from '../fields.ts';
import { bytes, codeWords, duration, lowerCase, moment, splitWords, unit } from './forms.ts';
import type { Sender } from './sender.ts';

/** Builds and roll-outs of programs, clusters, backups, disks and tickets. */
export const DELIVERIES: Sender[] = [
  {
    // restic
    has: ['message_type=summary', 'files_new', 'total_bytes_processed'],
    title: '',
    lead: ['backed up', 'total_bytes_processed', bytes()],
    facts: [
      ['added', 'data_added', bytes()],
      ['lasted', 'total_duration', duration()],
      ['files', 'total_files_processed'],
      ['new files', 'files_new'],
      ['changed files', 'files_changed'],
    ],
    clutter:
      'message_type dirs_new dirs_changed dirs_unmodified files_unmodified data_blobs tree_blobs data_added_packed',
  },
  {
    // Borg
    has: ['archive/stats/original_size', 'archive/name'],
    title: '{archive/name}',
    lead: ['backed up', 'archive/stats/original_size', bytes()],
    facts: [
      ['added', 'archive/stats/deduplicated_size', bytes()],
      ['compressed', 'archive/stats/compressed_size', bytes()],
      ['lasted', 'archive/duration', duration()],
      ['files', 'archive/stats/nfiles'],
      ['end', 'archive/end'],
      ['to', 'repository/location'],
    ],
    clutter: 'command_line start limits cache encryption last_modified',
  },
  {
    // smartctl
    has: ['smart_status/passed', 'device/name', 'model_name'],
    title: '{model_name}',
    lead: ['temperature', 'temperature/current', unit('°C')],
    facts: [
      ['healthy', 'smart_status/passed'],
      ['disk', 'device/name'],
      ['size', 'user_capacity/bytes', bytes()],
      ['in use for', 'power_on_time/hours', duration(3600)],
      ['switched on', 'power_cycle_count'],
    ],
    clutter:
      'json_format_version smartctl info_name type protocol blocks serial_number firmware_version model_family rotation_rate ' +
      'logical_block_size physical_block_size form_factor wwn in_smartctl_database ata_version sata_version interface_speed local_time',
  },
  {
    // Kubernetes, pods
    has: ['items/0/kind=Pod', 'items/0/status/phase'],
    title: '{items/0/metadata/namespace}',
    rows: {
      of: 'items',
      columns: [
        ['pod', 'metadata/name'],
        ['phase', 'status/phase', lowerCase],
        ['ready', 'status/containerStatuses/0/ready'],
        ['restarts', 'status/containerStatuses/0/restartCount'],
        ['since', 'status/startTime'],
      ],
    },
    clutter:
      'api_version kind metadata spec container_statuses host_ip host_ips pod_ip pod_ips qos_class phase',
  },
  {
    // UptimeRobot
    has: ['stat', 'monitors/0/friendly_name', 'monitors/0/status'],
    title: '',
    rows: {
      of: 'monitors',
      order: (a, b) => Number(b.status === 9) - Number(a.status === 9),
      columns: [
        ['monitor', 'friendly_name'],
        [
          'status',
          'status',
          codeWords({ '0': 'paused', '1': 'not checked yet', '2': 'up', '8': 'seems down', '9': 'down' }),
        ],
        ['uptime', 'custom_uptime_ratio|all_time_uptime_ratio', (value) => `${textOf(value)} %`],
      ],
    },
    clutter:
      'stat pagination type sub_type keyword_type keyword_case_type keyword_value port http_username http_password ' +
      'http_auth_type timeout create_datetime',
  },
  {
    // CircleCI
    has: ['type', 'workflow/status', 'pipeline/number'],
    title: '{project/name} · {pipeline/vcs/commit/subject}',
    lead: ['status', 'workflow/status', splitWords],
    facts: [
      ['workflow', 'workflow/name'],
      ['branch', 'pipeline/vcs/branch'],
      ['by', 'pipeline/vcs/commit/author/name'],
      ['run', 'pipeline/number'],
      ['ended', 'workflow/stopped_at|happened_at'],
    ],
    clutter:
      'type happened_at webhook created_at organization provider_name authored_at committer committed_at email revision slug',
  },
  {
    // Vercel
    has: ['type', 'payload/deployment/name', 'payload/deployment/meta'],
    title: '{payload/deployment/name}',
    lead: [
      'deployment',
      'type',
      codeWords({
        'deployment.created': 'started',
        'deployment.succeeded': 'succeeded',
        'deployment.ready': 'ready',
        'deployment.error': 'failed',
        'deployment.canceled': 'cancelled',
      }),
    ],
    facts: [
      ['change', 'payload/deployment/meta/githubCommitMessage'],
      ['branch', 'payload/deployment/meta/githubCommitRef'],
      ['by', 'payload/deployment/meta/githubCommitAuthorName'],
      ['to', 'payload/target'],
      ['time', 'createdAt', moment],
    ],
    clutter: 'region regions plan team user links project',
  },
  {
    // Netlify
    has: ['site_id', 'state', 'deploy_url', 'branch'],
    title: '{title|name}',
    lead: ['state', 'state'],
    facts: [
      ['site', 'name'],
      ['error', 'error_message'],
      ['branch', 'branch'],
      ['by', 'committer'],
      ['lasted', 'deploy_time', duration()],
      ['published', 'published_at'],
    ],
    clutter:
      'created_at updated_at context commit_ref framework skipped locked review_id required required_functions ' +
      'draft published_deploy available_functions manual_deploy plugin_state screenshot_url site_capabilities user_id',
  },
  {
    // Terraform Cloud
    has: ['run_message', 'workspace_name', 'notifications/0/run_status'],
    title: '{workspace_name} · {run_message}',
    lead: ['run', 'notifications/0/run_status', splitWords],
    facts: [
      ['by', 'run_created_by'],
      ['organization', 'organization_name'],
      ['time', 'notifications/0/run_updated_at'],
    ],
    clutter: 'payload_version run_created_at trigger run_updated_by',
  },
  {
    // Zendesk
    has: ['zendesk_event_version', 'detail/subject', 'detail/status'],
    title: '{detail/subject}',
    text: 'detail/description',
    facts: [
      ['status', 'detail/status', lowerCase],
      ['priority', 'detail/priority', lowerCase],
      ['type', 'detail/type', lowerCase],
      ['tags', 'detail/tags'],
      ['created', 'detail/created_at'],
    ],
    clutter: 'subject time type zendesk_event_version custom_status is_public updated_at via',
  },
  {
    // Miniflux
    has: ['entries/0/reading_time', 'entries/0/feed/title'],
    title: '',
    rows: {
      of: 'entries',
      columns: [
        ['title', 'title'],
        ['feed', 'feed/title'],
        ['published', 'published_at'],
        ['minutes', 'reading_time'],
      ],
    },
    clutter: 'total status created_at changed_at share_code starred feed enclosures comments_url',
  },
  {
    // Proxmox, notifications
    has: ['severity', 'fields/type', 'fields/hostname', 'message'],
    title: '{title}',
    text: 'message',
    facts: [
      ['severity', 'severity'],
      ['host', 'fields/hostname'],
      ['time', 'timestamp', moment],
    ],
    clutter: 'type job_id',
  },
];
