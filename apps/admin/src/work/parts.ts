import { GetWork } from './get-work.handler.ts'
import { ListFailedPhotos } from './list-failed-photos.handler.ts'
import { RequeuePhotos } from './requeue-photos.handler.ts'

/** Photos on their way, and those that failed. */
export const workHandlers = [GetWork, ListFailedPhotos, RequeuePhotos]
