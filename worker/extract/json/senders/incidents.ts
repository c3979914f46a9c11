import { duration, lowerCase, moment, splitWords } from './forms.ts';
import type { Sender } from './sender.ts';

/** Errors, incidents and alarms of services that watch others. */
export const INCIDENTS: Sender[] = [
  {
    // Sentry, an alert
    has: ['action', 'data/event/title', 'data/event/platform'],
    title: '{data/event/title}',
    facts: [
      ['level', 'data/event/level'],
      ['where', 'data/event/culprit'],
      ['rule', 'data/triggered_rule'],
      ['message', 'data/event/message'],
      ['environment', 'data/event/environment'],
      ['release', 'data/event/release'],
      ['seen', 'data/event/datetime'],
    ],
    clutter:
      '_ref _ref_version contexts fingerprints grouping_config hashes metadata modules ' +
      'request sdk timestamp received type version installation actor logger key_id location dist ' +
      'platform project time_spent issue_id event_id nodestore_insert packages',
  },
  {
    // Sentry, an issue
    has: ['action', 'data/issue/title', 'data/issue/shortId'],
    title: '{data/issue/title}',
    lead: ['status', 'data/issue/status'],
    facts: [
      ['action', 'action'],
      ['number', 'data/issue/shortId'],
      ['level', 'data/issue/level'],
      ['where', 'data/issue/culprit'],
      ['project', 'data/issue/project/name'],
      ['events', 'data/issue/count'],
      ['users', 'data/issue/userCount'],
      ['first seen', 'data/issue/firstSeen'],
      ['last seen', 'data/issue/lastSeen'],
    ],
    clutter:
      'installation actor metadata has_seen is_bookmarked is_public is_subscribed is_unhandled ' +
      'issue_category issue_type logger num_comments permalink platform share_id ' +
      'subscription_details substatus type priority_locked_at',
  },
  {
    // PagerDuty
    has: ['event/event_type', 'event/data/title', 'event/occurred_at'],
    title: '{event/data/title}',
    lead: ['status', 'event/data/status'],
    facts: [
      ['urgency', 'event/data/urgency'],
      ['priority', 'event/data/priority/summary'],
      ['service', 'event/data/service/summary'],
      ['assigned to', 'event/data/assignees/0/summary'],
      ['number', 'event/data/number'],
      ['since', 'event/data/created_at'],
      ['by', 'event/agent/summary'],
    ],
    clutter: 'event_type resource_type occurred_at incident_key escalation_policy type conference_bridge',
  },
  {
    // Opsgenie
    has: ['action', 'alert/alertId', 'alert/message'],
    title: '{alert/message}',
    text: 'alert/description',
    facts: [
      ['action', 'action', splitWords],
      ['priority', 'alert/priority'],
      ['source', 'alert/source'],
      ['number', 'alert/tinyId'],
      ['entity', 'alert/entity'],
      ['tags', 'alert/tags'],
      ['since', 'alert/createdAt', moment],
      ['by', 'alert/username'],
    ],
    clutter: 'type integration_name integration_type escalation_id alias updated_at insertion_time',
  },
  {
    // New Relic
    has: ['current_state', 'condition_name', 'policy_name'],
    title: '{condition_name}',
    lead: ['state', 'current_state', lowerCase],
    facts: [
      ['severity', 'severity', lowerCase],
      ['details', 'details'],
      ['policy', 'policy_name'],
      ['on', 'targets/0/name'],
      ['lasted', 'duration', duration(0.001)],
      ['time', 'timestamp'],
    ],
    clutter: 'version event_type account_name closed_violations_count open_violations_count',
  },
  {
    // Statuspage, an event
    has: ['page/status_indicator', 'incident/name', 'incident/status'],
    title: '{incident/name}',
    lead: ['status', 'incident/status', splitWords],
    text: 'incident/incident_updates/0/body',
    facts: [
      ['impact', 'incident/impact'],
      ['service', 'page/status_description'],
      ['since', 'incident/created_at'],
      ['resolved', 'incident/resolved_at'],
    ],
    clutter:
      'status_indicator created_at updated_at display_at monitoring_at backfilled impact_override unsubscribe',
  },
  {
    // Statuspage, a summary
    has: ['page/name', 'status/indicator', 'status/description', 'components/0/status'],
    title: '{page/name}',
    lead: ['status', 'status/description'],
    facts: [
      ['incident', 'incidents/0/name'],
      ['impact', 'incidents/0/impact'],
      ['maintenance', 'scheduled_maintenances/0/name'],
    ],
    rows: {
      of: 'components',
      columns: [
        ['part', 'name'],
        ['status', 'status', splitWords],
      ],
    },
    clutter:
      'time_zone updated_at created_at position showcase start_date group only_show_if_degraded indicator',
  },
  {
    // CloudWatch
    has: ['AlarmName', 'NewStateValue'],
    title: '{AlarmName}',
    lead: ['state', 'NewStateValue', lowerCase],
    facts: [
      ['description', 'AlarmDescription'],
      ['reason', 'NewStateReason'],
      ['before', 'OldStateValue', lowerCase],
      ['since', 'StateChangeTime'],
      ['metric', 'Trigger/MetricName'],
      ['threshold', 'Trigger/Threshold'],
      ['region', 'Region'],
    ],
    clutter:
      'awsaccount_id alarm_arn okactions alarm_actions insufficient_data_actions statistic_type statistic unit ' +
      'period evaluation_periods comparison_operator treat_missing_data namespace',
  },
  {
    // Google Cloud
    has: ['incident/policy_name', 'incident/state', 'incident/started_at'],
    title: '{incident/documentation/subject|incident/policy_name}',
    lead: ['state', 'incident/state', lowerCase],
    facts: [
      ['summary', 'incident/summary'],
      ['condition', 'incident/condition_name'],
      ['on', 'incident/resource_display_name|incident/resource_name'],
      ['value', 'incident/observed_value'],
      ['threshold', 'incident/threshold_value'],
      ['since', 'incident/started_at'],
      ['until', 'incident/ended_at'],
    ],
    clutter: 'version resource metric scoping_project_number condition mime_type',
  },
];
