import { GetNotices } from './get-notices.handler.ts'
import { MakeAnnouncement } from './make-announcement.handler.ts'
import { Notices } from './notices.ts'
import { RemoveAnnouncement } from './remove-announcement.handler.ts'
import { SetMaintenance } from './set-maintenance.handler.ts'

/** Announcements and maintenance. */
export const noticesHandlers = [GetNotices, MakeAnnouncement, RemoveAnnouncement, SetMaintenance]
export const noticesProviders = [Notices]
