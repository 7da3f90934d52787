/** One piece, as each piece has a name in the first load, and one screen leads to the next. */
export { AnalyticsPage } from '../features/analytics/analytics.page.tsx'
export { CommentsPage } from '../features/comments/comments.page.tsx'
export { PicksPage } from '../features/picks/picks.page.tsx'
export { ReceivedPage } from '../features/received/received.page.tsx'
export { SelectionPage } from '../features/selections/selection.page.tsx'
export { SharesPage } from '../features/shares/shares.page.tsx'
