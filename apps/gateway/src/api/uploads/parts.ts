import { GuestController } from './guest.controller.ts'
import { OwnUploadLinks } from './own-upload-links.ts'
import { ReceivedController } from './received.controller.ts'
import { SendingController } from './sending.controller.ts'
import { UploadGuests } from './upload-guests.ts'
import { UploadLinksController } from './upload-links.controller.ts'

/** What guests send into an album, and what its owner does with it. */
export const uploadControllers = [GuestController, SendingController, UploadLinksController, ReceivedController]
export const uploadParts = [UploadGuests, OwnUploadLinks]
