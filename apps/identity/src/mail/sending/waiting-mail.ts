import type { MailData, MailKind } from '../words/messages.ts'

/** A mail as it waits. */
export type WaitingMail = {
  id: string
  userId: string | null
  kind: MailKind
  recipient: string
  data: MailData[MailKind]
  attempts: number
  createdAt: Date
}
