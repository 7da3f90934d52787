import { CloseUploadLink } from './close-upload-link.handler.ts'
import { CreateUploadLink } from './create-upload-link.handler.ts'
import { DeleteUploadLink } from './delete-upload-link.handler.ts'
import { GetUploadLink, ListUploadLinks } from './list-upload-links.handler.ts'
import { NameUploadGuest } from './name-upload-guest.handler.ts'
import { OpenUploadLink } from './open-upload-link.handler.ts'
import { UnlockUploadLink } from './unlock-upload-link.handler.ts'
import { UpdateUploadLink } from './update-upload-link.handler.ts'
import { UploadDoors } from './upload-doors.ts'

/** Links through which guests send photos: who may come in. What they send is library's (adr/0043). */
export const uploadHandlers = [
  ...[ListUploadLinks, GetUploadLink, CreateUploadLink, UpdateUploadLink, CloseUploadLink, DeleteUploadLink],
  ...[OpenUploadLink, UnlockUploadLink, NameUploadGuest],
]
export const uploadProviders = [UploadDoors]
