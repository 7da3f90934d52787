/** One chunk, because each chunk adds its name to the first load and these screens lead to each other. */
export { AnalyticsPage } from '../features/analytics/analytics.page.tsx'
export { CommentsPage } from '../features/comments/comments.page.tsx'
export { PicksPage } from '../features/picks/picks.page.tsx'
export { ReceivedPage } from '../features/received/received.page.tsx'
export { SelectionPage } from '../features/selections/selection.page.tsx'
export { SharesPage } from '../features/shares/shares.page.tsx'
