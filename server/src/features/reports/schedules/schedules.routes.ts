import {
  reportReaders,
  reportScheduleLeave,
  reportScheduleList,
  reportScheduleLog,
  reportSchedulePause,
  reportScheduleRemove,
  reportScheduleRun,
  reportScheduleSave,
} from '@paceline/contract';
import { type Register } from '../../../http/register.ts';
import { type ViewDeps } from '../views/views.service.ts';
import * as service from './schedules.service.ts';

export const reportScheduleRoutes = (register: Register, deps: ViewDeps): void => {
  register(reportReaders, (caller) => service.getReaders(deps, caller));
  register(reportScheduleList, (caller) => service.getSchedules(deps, caller));
  register(reportScheduleSave, (caller) => service.saveSchedule(deps, caller, caller.body));
  register(reportSchedulePause, (caller) => service.pauseSchedule(deps, caller, caller.body));
  register(reportScheduleRemove, (caller) => service.removeSchedule(deps, caller, caller.body));
  register(reportScheduleRun, (caller) => service.runSchedule(deps, caller, caller.body));
  register(reportScheduleLeave, (caller) => service.leaveSchedule(deps, caller, caller.body.scheduleKey));
  register(reportScheduleLog, (caller) => service.getRuns(deps, caller, caller.params.scheduleKey));
};
