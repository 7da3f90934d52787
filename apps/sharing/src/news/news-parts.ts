import { GetNews } from './get-news.handler.ts'
import { ListChanges } from './list-changes.handler.ts'

/** What sharing answers about what is new in a gallery. */
export const newsHandlers = [GetNews, ListChanges]
