import { GetNotices, MakeAnnouncement, RemoveAnnouncement, SetMaintenance } from './notices.handlers.ts'
import { Notices } from './notices.ts'

/** Announcements and maintenance. */
export const noticesHandlers = [GetNotices, MakeAnnouncement, RemoveAnnouncement, SetMaintenance]
export const noticesProviders = [Notices]
