import { FindVisitor, ListVisitedLinks } from './visitors.handlers.ts'
import { NamedVisitors } from './named-visitors.ts'

export const visitorHandlers = [FindVisitor, ListVisitedLinks]
export const visitorProviders = [NamedVisitors]
