import { ShareCommentsController } from '../comments/share-comments.controller.ts'
import { VisitorCommentsController } from '../comments/visitor-comments.controller.ts'
import { firstLookControllers } from '../first-look/parts.ts'
import { pickControllers, pickParts } from '../picks/parts.ts'
import { MailFacts } from '../../kept/mail-facts.ts'
import { NamedVisitors } from './named-visitors.ts'
import { VisitorController } from './visitor.controller.ts'

/** What visitors of a link pick, write and wait for, and who they say they are. */
export const visitorControllers = [
  VisitorController,
  ...pickControllers,
  ...[VisitorCommentsController, ShareCommentsController],
  ...firstLookControllers,
]
export const visitorParts = [NamedVisitors, MailFacts, ...pickParts]
