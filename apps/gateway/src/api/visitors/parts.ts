import { ShareCommentsController } from '../comments/share-comments.controller.ts'
import { VisitorCommentsController } from '../comments/visitor-comments.controller.ts'
import { pickControllers, pickParts } from '../picks/parts.ts'
import { NamedVisitors } from './named-visitors.ts'
import { VisitorMailsController } from './visitor-mails.controller.ts'
import { VisitorController } from './visitor.controller.ts'

/** What visitors of a link pick and write, and who they say they are. */
export const visitorControllers = [
  VisitorController,
  VisitorMailsController,
  ...pickControllers,
  ...[VisitorCommentsController, ShareCommentsController],
]
export const visitorParts = [NamedVisitors, ...pickParts]
