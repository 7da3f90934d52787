import { GetWork, ListFailedPhotos, RequeuePhotos } from './work.handlers.ts'

/** Photos on their way, and those that failed. */
export const workHandlers = [GetWork, ListFailedPhotos, RequeuePhotos]
