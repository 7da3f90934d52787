import { FindVisitor } from './find-visitor.handler.ts'
import { ListVisitedLinks } from './list-visited-links.handler.ts'
import { NamedVisitors } from './named-visitors.ts'

export const visitorHandlers = [FindVisitor, ListVisitedLinks]
export const visitorProviders = [NamedVisitors]
