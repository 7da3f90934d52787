import type { Around, WordsOf } from './words-of.ts'

/** What is told of the deletion of an account that its owner asked for. `due`: when it is over. */
export type LeavingMails = {
  deletion_requested: { due: string }
  deletion_near: { due: string }
  account_kept: object
  /** To nobody that is known any more. */
  account_deleted: object
}

const REASON = 'This mail concerns your account itself, so it always comes.'
const keep = ({ site }: Around) => ({ label: 'Keep My Account', address: `${site}/login` })

export const LEAVING_WORDS: WordsOf<LeavingMails> = {
  deletion_requested: ({ due }, around) => ({
    subject: `Your ${around.product} account is about to be deleted`,
    heading: 'Your account is about to be deleted',
    paragraphs: [
      'Somebody who knows your password asked to delete your account. You were signed out everywhere, and your galleries are closed.',
      'Until the day below nothing is lost. To keep your account, sign in and choose “Keep my account”: everything comes back as it was.',
    ],
    facts: [['Deleted on', around.when(due)]],
    action: keep(around),
    closing: ['If it was you and you want to leave, there is nothing to do.'],
    reason: REASON,
  }),
  deletion_near: ({ due }, around) => ({
    subject: `Your ${around.product} account will soon be deleted`,
    heading: 'Your account will soon be deleted',
    paragraphs: [
      'After the time below your photos, albums and galleries cannot be brought back.',
      'To keep your account, sign in and choose “Keep my account” before.',
    ],
    facts: [['Deleted on', around.when(due)]],
    action: keep(around),
    closing: ['If you want to leave, there is nothing to do.'],
    reason: REASON,
  }),
  account_kept: (_, around) => ({
    subject: `Your ${around.product} account stays`,
    heading: 'Your account stays',
    paragraphs: ['You signed in and chose to keep your account. It is not deleted, and everything is as it was.'],
    closing: ['If it was not you, change your password now.'],
    reason: REASON,
  }),
  account_deleted: (_, around) => ({
    subject: `Your ${around.product} account was deleted`,
    heading: 'Your account was deleted',
    paragraphs: [
      'As you asked, your account was deleted, with your photos, albums and galleries. This is the last mail to this address.',
    ],
    reason: 'You get this mail because your account was deleted as you asked.',
  }),
}
