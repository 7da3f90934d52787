import type { MailContext, WordsOf } from './context.ts'

/** Mails about the deletion of an account at its owner's request. `due`: the date of the deletion. */
export type LeavingMails = {
  deletion_requested: { due: string }
  deletion_near: { due: string }
  account_kept: object
  /** The account does not exist any more. */
  account_deleted: object
}

const REASON = 'This email concerns your account and cannot be turned off.'
const keep = ({ site }: MailContext) => ({ label: 'Keep My Account', address: `${site}/login` })

export const LEAVING_WORDS: WordsOf<LeavingMails> = {
  deletion_requested: ({ due }, around) => ({
    subject: `Your ${around.product} account is scheduled for deletion`,
    heading: 'Your account is about to be deleted',
    paragraphs: [
      'Someone who knows your password requested the deletion of your account. You were signed out everywhere, and your galleries are closed.',
      'Nothing is deleted until the date below. To keep your account, sign in and choose “Keep My Account”. Everything is restored.',
    ],
    facts: [['Deleted on', around.when(due)]],
    action: keep(around),
    closing: ['If this was you, no action is needed.'],
    reason: REASON,
  }),
  deletion_near: ({ due }, around) => ({
    subject: `Your ${around.product} account will soon be deleted`,
    heading: 'Your account will soon be deleted',
    paragraphs: [
      'After the time below your photos, albums and galleries cannot be restored.',
      'To keep your account, sign in before then and choose “Keep My Account”.',
    ],
    facts: [['Deleted on', around.when(due)]],
    action: keep(around),
    closing: ['If you want to leave, no action is needed.'],
    reason: REASON,
  }),
  account_kept: (_, around) => ({
    subject: `Your ${around.product} account will be kept`,
    heading: 'Your account is kept',
    paragraphs: ['You signed in and chose to keep your account. It will not be deleted, and everything is as before.'],
    closing: ['If this was not you, change your password now.'],
    reason: REASON,
  }),
  account_deleted: (_, around) => ({
    subject: `Your ${around.product} account was deleted`,
    heading: 'Your account was deleted',
    paragraphs: [
      'Your account was deleted as requested, with your photos, albums and galleries. This is the last email to this address.',
    ],
    reason: 'You receive this email because your account was deleted as requested.',
  }),
}
