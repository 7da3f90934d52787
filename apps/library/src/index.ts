export { libraryService } from './library.service.ts'
export { retryFailedBetween, type RetryTimeRange } from './photos/retry-photos.ts'
export { findUnregisteredKeys } from './uploads/uploads.handlers.ts'
export { hasNoPhotos } from './photos/photos.handlers.ts'
