import { MailPersonalLink } from '../visitors/mail-personal-link.handler.ts'
import { GetVisitorMails, StopVisitorMails } from './choices/choices.handlers.ts'
import { MailProofs } from './choices/mail-proofs.ts'
import { ForgetMails } from './forget-mails.job.ts'
import { ForgetSentMail, RememberMailChoices } from './mail.subscribers.ts'
import { GalleryMails } from './gallery-mails.ts'
import { MailedKeys } from './mailed-keys.ts'
import { ReadMail } from './read-mail.handler.ts'
import { GatheredOfMail } from './reading/gathered-of-mail.ts'
import { OwnerMail } from './reading/owner-mail.ts'
import { VisitOfMail } from './reading/visit-of-mail.ts'
import { VisitorMail } from './reading/visitor-mail.ts'
import { TellEnds } from './tell-ends.job.ts'
import { GatheredMails } from './visits/gathered-mails.ts'
import { TellGathered } from './visits/tell-gathered.job.ts'
import { TellVisits } from './visits/tell-visits.job.ts'
import { VisitMails } from './visits/visit-mails.ts'

export const mailHandlers = [ReadMail, MailPersonalLink, GetVisitorMails, StopVisitorMails]
export const mailSubscribers = [RememberMailChoices, ForgetSentMail]
export const mailJobs = [TellVisits, TellGathered, TellEnds, ForgetMails]
export const mailProviders = [
  ...[GalleryMails, GatheredMails, VisitMails, MailedKeys, MailProofs],
  ...[VisitorMail, OwnerMail, VisitOfMail, GatheredOfMail],
]
