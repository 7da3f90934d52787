import { ShareCommentsController } from '../comments/share-comments.controller.ts'
import { VisitorCommentsController } from '../comments/visitor-comments.controller.ts'
import { firstLookControllers } from '../first-look/parts.ts'
import { pickControllers, pickParts } from '../picks/parts.ts'
import { NamedVisitors } from './named-visitors.ts'
import { VisitorMailsController } from './visitor-mails.controller.ts'
import { VisitorController } from './visitor.controller.ts'

/** What visitors of a link pick, write and wait for, and who they say they are. */
export const visitorControllers = [
  VisitorController,
  VisitorMailsController,
  ...pickControllers,
  ...[VisitorCommentsController, ShareCommentsController],
  ...firstLookControllers,
]
export const visitorParts = [NamedVisitors, ...pickParts]
