/**
 * Puts these screens into one chunk. They link to each other, and the first page load contains the file name of every
 * chunk.
 */
export { AnalyticsPage } from '../features/analytics/analytics.page.tsx'
export { CommentsPage } from '../features/comments/comments.page.tsx'
export { PicksPage } from '../features/picks/picks.page.tsx'
export { GuestPhotosPage } from '../features/guest-photos/guest-photos.page.tsx'
export { SelectionPage } from '../features/shares/selection.page.tsx'
export { SharesPage } from '../features/shares/shares.page.tsx'
