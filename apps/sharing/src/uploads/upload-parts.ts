import {
  CloseUploadLink,
  CreateUploadLink,
  DeleteUploadLink,
  GetUploadLink,
  ListUploadLinks,
  NameUploadGuest,
  OpenUploadLink,
  UnlockUploadLink,
  UpdateUploadLink,
} from './uploads.handlers.ts'
import { UploadDoors } from './upload-doors.ts'

/** Links through which guests send photos: who may come in. What they send is library's (adr/0043). */
export const uploadHandlers = [
  ...[ListUploadLinks, GetUploadLink, CreateUploadLink, UpdateUploadLink, CloseUploadLink, DeleteUploadLink],
  ...[OpenUploadLink, UnlockUploadLink, NameUploadGuest],
]
export const uploadProviders = [UploadDoors]
