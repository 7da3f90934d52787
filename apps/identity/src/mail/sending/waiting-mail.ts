import type { MailData, MailKind } from '../words/messages.ts'

type Waits = {
  id: string
  userId: string | null
  recipient: string
  attempts: number
  createdAt: Date
}
/** A mail of our own as it waits. */
export type WaitingMail = Waits & { kind: MailKind; data: MailData[MailKind] }
/** One about a gallery: sharing knows its recipient and what it says. */
export type WaitingGalleryMail = Waits & { kind: 'gallery'; data: { mailId: string } }
export type AnyWaitingMail = WaitingMail | WaitingGalleryMail
