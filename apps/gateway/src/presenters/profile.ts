import type { http, MailChoicesView, ProfileView, SessionView } from '@daymark/contracts'

export const presentProfile = (view: ProfileView): http.Profile => ({
  display_name: view.displayName,
  username: view.username,
  email: view.email,
  pending_email: view.pendingEmail,
  time_zone: view.timeZone,
  language: view.language,
  mail_set_up: view.mailSetUp,
})

export const presentSession = (view: SessionView): http.Session => ({
  id: view.id,
  device: view.device,
  address: view.address,
  created_at: view.createdAt,
  last_used_at: view.lastSeenAt,
  is_current: view.isCurrent,
})

export const presentMailChoices = ({ isSetUp, topics }: MailChoicesView): http.MailChoices => ({
  mail_set_up: isSetUp,
  topics: topics.map(({ topic, wanted }) => ({ topic, wanted })),
})
