import { success } from '../../http/accounts.ts'
import * as http from '../../http/v1/index.ts'
import { UPLOAD_ERRORS } from '../route.ts'
import { createPublicRouteFactory } from './route.ts'

const publicRoute = createPublicRouteFactory('Images')

export const listImages = publicRoute('GET', '/v1/images', {
  scope: 'read',
  query: http.imageQuery,
  answer: http.imageList,
  doc: { id: 'listImages', summary: 'List images, optionally only the images of one album or tag' },
})
/** Behaves as POST /api/images. */
export const uploadImage = publicRoute('POST', '/v1/images', {
  scope: 'write',
  accepts: 'form',
  form: http.uploadForm,
  answer: http.image,
  status: 201,
  location: ({ answer: { id } }) => `/v1/images/${id}`,
  errors: ['ALBUM_NOT_FOUND', ...UPLOAD_ERRORS],
  doc: {
    id: 'uploadImage',
    summary: 'Upload an image',
    description:
      'Send a multipart form with one file. If you send an `Idempotency-Key` header, you can repeat the upload without creating a second image. To resume an interrupted upload above 8 MB, call GET /v1/uploads/{key} and send the remaining bytes with `Upload-Offset`.',
  },
})
/** A second path of `uploadImage` (rule 48). */
export const uploadImageAlias = publicRoute('POST', '/v1/images/upload', {
  scope: 'write',
  accepts: 'form',
  form: http.uploadForm,
  answer: http.image,
  status: 201,
  location: ({ answer: { id } }) => `/v1/images/${id}`,
  errors: ['ALBUM_NOT_FOUND', ...UPLOAD_ERRORS],
  doc: { id: 'uploadImageAlias', summary: 'Upload an image (alias of POST /v1/images)' },
})
export const findKnownImages = publicRoute('POST', '/v1/images/known', {
  scope: 'read',
  body: http.knownImagesBody,
  answer: http.knownImages,
  duringMaintenance: true,
  doc: {
    id: 'findKnownImages',
    summary: 'Find images by the SHA-256 of their file',
    description:
      'Returns the image for each file that is already in the library, so that you can upload only missing files.',
  },
})
export const getUpload = publicRoute('GET', '/v1/uploads/:key', {
  scope: 'write',
  answer: http.uploadProgress,
  doc: {
    id: 'getUpload',
    summary: 'Retrieve the state of an interrupted upload',
    description:
      'Returns how many bytes are stored. To continue the upload, send the remaining bytes. If the upload is complete, returns the image.',
  },
})
export const getImage = publicRoute('GET', '/v1/images/:id', {
  scope: 'read',
  answer: http.image,
  errors: ['PHOTO_NOT_FOUND'],
  doc: { id: 'getImage', summary: 'Retrieve an image' },
})
export const updateImage = publicRoute('PATCH', '/v1/images/:id', {
  scope: 'write',
  body: http.imagePatch,
  answer: http.image,
  errors: ['PHOTO_NOT_FOUND'],
  doc: { id: 'updateImage', summary: 'Update the title, description, rating or tags of an image' },
})
export const deleteImage = publicRoute('DELETE', '/v1/images/:id', {
  scope: 'delete',
  answer: success,
  errors: ['PHOTO_NOT_FOUND'],
  doc: {
    id: 'deleteImage',
    summary: 'Delete an image',
    description:
      'Moves the image to the trash. The owner can restore it from the trash for 30 days, unless the installation sets another period.',
  },
})

/** Replaces the file of an image. The upload headers have the same effect as in POST /v1/images. */
export const replaceFile = publicRoute('POST', '/v1/images/:id/file', {
  scope: 'write',
  accepts: 'form',
  form: http.replacementForm,
  answer: http.replacedImage,
  errors: ['PHOTO_NOT_FOUND', ...UPLOAD_ERRORS],
  doc: {
    id: 'replaceFile',
    summary: 'Replace the file of an image',
    description:
      'Send a multipart form with one file. The headers `Idempotency-Key` and `Upload-Offset` work as for POST /v1/images. The image keeps its ID, position, texts, tags and share links. Galleries show the previous file until the new one is processed (see `replacement`). Daymark keeps the previous file as the earlier version and deletes the earlier version that existed before. If the file is identical to the current one, nothing changes.',
  },
})
export const getEarlierVersion = publicRoute('GET', '/v1/images/:id/earlier', {
  scope: 'read',
  answer: http.earlierVersion,
  errors: ['EARLIER_NOT_FOUND', 'PHOTO_NOT_FOUND'],
  doc: {
    id: 'getEarlierVersion',
    summary: 'Retrieve the earlier version of an image',
    description: 'The earlier version is the file of the image before its last replacement.',
  },
})
export const restoreEarlierVersion = publicRoute('POST', '/v1/images/:id/earlier/restore', {
  scope: 'write',
  answer: http.image,
  errors: ['CONFLICT', 'EARLIER_NOT_FOUND', 'PHOTO_NOT_FOUND'],
  doc: {
    id: 'restoreEarlierVersion',
    summary: 'Restore the earlier version of an image',
    description:
      'Exchanges the two versions: the earlier version becomes the current file, and the current file becomes the earlier version.',
  },
})
export const removeEarlier = publicRoute('DELETE', '/v1/images/:id/earlier', {
  scope: 'delete',
  answer: http.image,
  errors: ['EARLIER_NOT_FOUND', 'PHOTO_NOT_FOUND'],
  doc: { id: 'removeEarlier', summary: 'Delete the earlier version of an image permanently' },
})
