import { duration, lowerCase, outOf, percentOfOne, splitWords, unit } from './forms.ts';
import type { Sender } from './sender.ts';

const DEGREES = unit('°C', { digits: 0 });

/** 3D printers. */
export const PRINTERS: Sender[] = [
  {
    // OctoPrint, job
    has: ['job/file/name', 'progress/completion'],
    title: '{job/file/display|job/file/name}',
    lead: ['completion', 'progress/completion', unit('%', { digits: 1 })],
    facts: [
      ['remaining', 'progress/printTimeLeft', duration()],
      ['printed for', 'progress/printTime', duration()],
      ['estimated', 'job/estimatedPrintTime', duration()],
      ['state', 'state', splitWords],
      ['by', 'job/user'],
    ],
    clutter: 'origin path size date filepos print_time_left_origin name',
  },
  {
    // OctoPrint, printer
    has: ['temperature/tool0/actual', 'state/text'],
    title: '{state/text}',
    rows: {
      of: 'temperature',
      columns: [
        ['part', '@'],
        ['actual', 'actual', unit('°C', { digits: 1 })],
        ['target', 'target', unit('°C', { digits: 0 })],
      ],
    },
  },
  {
    // Moonraker (Klipper)
    has: ['result/status/print_stats/state', 'result/status/virtual_sdcard/progress'],
    title: '{result/status/print_stats/filename}',
    lead: ['progress', 'result/status/virtual_sdcard/progress', percentOfOne],
    facts: [
      ['state', 'result/status/print_stats/state'],
      [
        'layer',
        'result/status/print_stats/info/current_layer',
        outOf('result/status/print_stats/info/total_layer'),
      ],
      ['printed for', 'result/status/print_stats/print_duration', duration()],
      ['nozzle', 'result/status/extruder/temperature', DEGREES],
      ['bed', 'result/status/heater_bed/temperature', DEGREES],
      ['filament', 'result/status/print_stats/filament_used', unit('m', { times: 0.001, digits: 1 })],
      ['message', 'result/status/display_status/message|result/status/print_stats/message'],
    ],
    clutter:
      'eventtime progress is_active file_path file_position file_size can_extrude pressure_advance ' +
      'smooth_time',
  },
  {
    // Bambu
    has: ['print/mc_percent', 'print/gcode_state'],
    title: '{print/subtask_name|print/gcode_file}',
    lead: ['progress', 'print/mc_percent', unit('%')],
    facts: [
      ['state', 'print/gcode_state', lowerCase],
      ['remaining', 'print/mc_remaining_time', duration(60)],
      ['layer', 'print/layer_num', outOf('print/total_layer_num')],
      ['nozzle', 'print/nozzle_temper', DEGREES],
      ['bed', 'print/bed_temper', DEGREES],
      ['chamber', 'print/chamber_temper', DEGREES],
    ],
    clutter:
      'sequence_id command msg ams_status ams_rfid_status fan_gear big_fan1_speed big_fan2_speed ' +
      'cooling_fan_speed heatbreak_fan_speed home_flag hw_switch_state ipcam lights_report lifecycle ' +
      'mc_print_stage mc_print_sub_stage mc_print_error_code online profile_id project_id queue_number ' +
      'sdcard spd_lvl spd_mag stg stg_cur task_id upgrade_state upload vt_tray wifi_signal xcam print_type ' +
      'gcode_start_time gcode_file_prepare_percent force_upgrade nozzle_diameter nozzle_type s_obj ' +
      'subtask_id print_gcode_action',
  },
];
