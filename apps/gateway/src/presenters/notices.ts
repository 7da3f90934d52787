import type { AnnouncementView, http, NoticesState } from '@daymark/contracts'

export const presentAnnouncement = ({ id, text, kind, startsAt, endsAt }: AnnouncementView): http.Announcement => ({
  ...{ id, text, kind, starts_at: startsAt, ends_at: endsAt },
})

export const presentMaintenance = ({ on, message, since }: NoticesState['maintenance']): http.Maintenance => ({
  ...{ on, message, since },
})
