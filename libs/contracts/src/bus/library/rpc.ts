import { z } from 'zod'
import { successOutput, id, isoTime, rpc, systemRpc } from '../define.ts'
import { theme } from '../../http/library/albums.ts'
import { imageFacets } from '../../http/library/images.ts'
import { cursorPaging, libraryPages } from './pages.ts'
import { libraryCaptures } from './captures.ts'
import { libraryExport } from './export.ts'
import { libraryFiles } from './files.ts'
import { libraryPreflight } from './preflight.ts'
import { libraryReceived } from './received.ts'
import { librarySections } from './sections.ts'
import { libraryTrash } from './trash.ts'
import {
  photoView,
  photoFilter,
  pageInput,
  definePage,
  albumHeader,
  albumView,
  tagView,
  locatedObject,
  variantFiles,
  storedUpload,
} from './views.ts'
import { MAX_HASHES_PER_CALL, VARIANT_SIZES } from '../../rules/limits.ts'
import { shapeIn } from '../../rules/field-table.ts'
import { photoSort, photoFields } from '../../rules/photo-fields.ts'

/** True: photos contain `albumIds` and `camera` instead of `exif`. */
const isBrief = z.boolean().optional()

export const library = {
  /**
   * Creates the photo, updates usage and emits the event in one transaction. `created` false: the idempotency key was used before, so the
   * caller must delete the stored object.
   */
  registerUpload: rpc(
    'library.photos.register-upload',
    storedUpload,
    z.object({ photo: photoView, created: z.boolean() }),
  ),
  /**
   * Returns the object keys that no photo references, not even a photo in the trash. Such objects are left over from failed uploads, and the
   * gateway deletes them. Throws FORBIDDEN unless the caller is `system`.
   */
  findUnregistered: systemRpc(
    'library.photos.find-unregistered',
    z.object({ keys: z.array(z.string()).max(1000) }),
    z.object({ unregistered: z.array(z.string()) }),
  ),
  /**
   * Returns the id of this installation and whether it has photos. The gateway compares the id with that in the store before it deletes
   * objects. Throws FORBIDDEN unless the caller is `system`.
   */
  getInstallation: systemRpc('library.installation.get', z.object({}), z.object({ id, isEmpty: z.boolean() })),
  /** Returns those of the given files that the library of the caller contains, each with the first photo that has this file. */
  findKnown: rpc(
    'library.photos.find-known',
    z.object({ sha256: z.array(z.string()).max(MAX_HASHES_PER_CALL), brief: isBrief }),
    z.object({ known: z.array(z.object({ sha256: z.string(), photo: photoView })) }),
  ),
  listPhotos: rpc(
    'library.photos.list',
    z.object({
      filter: photoFilter,
      sort: photoSort
        .optional()
        .describe('Default: newest upload first; in an album, the order of the album (rule 18).'),
      direction: z.enum(['asc', 'desc']).optional(),
      ...pageInput,
      brief: isBrief,
      ...cursorPaging.request,
    }),
    definePage('photos', photoView).extend(cursorPaging.response),
  ),
  /** Returns the filter values that occur in the library, with stored counts. */
  listFacets: rpc('library.photos.list-facets', z.object({}), imageFacets),
  getPhoto: rpc('library.photos.get', z.object({ id: z.string(), brief: isBrief }), photoView),
  updatePhoto: rpc(
    'library.photos.update',
    z.object({
      id: z.string(),
      ...z.object(shapeIn(photoFields, 'library')).partial().shape,
      tags: z.array(z.string()).optional().describe('The complete set of labels.'),
      brief: isBrief,
    }),
    photoView,
  ),
  /** Deletes all given photos or none. Throws PHOTO_NOT_FOUND for unknown ids and ids of other accounts. */
  deletePhotos: rpc('library.photos.delete', z.object({ ids: z.array(z.string()) }), z.object({ deleted: z.number() })),
  /** Processes those of the given photos again that failed. Throws CONFLICT if all given photos are already processed. */
  retryPhotos: rpc('library.photos.retry', z.object({ ids: z.array(z.string()) }), z.object({ retried: z.number() })),
  /** Finds the object that /media/variants/{size}/{name}.jpg, /media/originals/{filename} or /media/full/{filename} serves to the caller. */
  locatePhoto: rpc(
    'library.photos.locate',
    z.object({
      size: z
        .enum([...VARIANT_SIZES, 'original', 'full'])
        .describe('full: the file with the most pixels that browsers can show.'),
      name: z.string().describe('File name; without its extension for variants.'),
    }),
    locatedObject,
  ),
  /**
   * Returns the variants of the photo with this name and of the photos uploaded before and after it. Empty: the photo does not exist or has no
   * variants yet.
   */
  listFiles: rpc(
    'library.photos.files',
    z.object({ name: z.string().describe('Stem of the filename.') }),
    z.object({ files: z.array(variantFiles) }),
  ),
  getAnalytics: rpc(
    'library.analytics.get',
    z.object({}),
    z.object({
      totalPhotos: z.number(),
      totalStorage: z.number(),
      totalAlbums: z.number().describe('Number of albums, without Favorites.'),
      favoritePhotos: z.number(),
      totalTags: z.number(),
      breakdown: z.object({ originals: z.number(), small: z.number(), medium: z.number(), large: z.number() }),
      lastUpload: isoTime.nullable(),
      photosThisWeek: z.number(),
      photosThisMonth: z.number(),
    }),
  ),
  listPhotoTags: rpc('library.photos.list-tags', z.object({ id: z.string() }), z.array(tagView)),
  attachTag: rpc('library.photos.attach-tag', z.object({ id: z.string(), tagId: z.string() }), z.array(tagView)),
  detachTag: rpc('library.photos.detach-tag', z.object({ id: z.string(), tagId: z.string() }), z.array(tagView)),

  listTags: rpc('library.tags.list', z.object({}), z.array(tagView)),
  /** Throws TAG_NOT_FOUND. */
  getTag: rpc('library.tags.get', z.object({ id: z.string() }), tagView),
  /** Returns the existing tag if the label exists in any case (rule 24). */
  createTag: rpc('library.tags.create', z.object({ label: z.string() }), tagView),
  renameTag: rpc('library.tags.rename', z.object({ id: z.string(), label: z.string() }), tagView),
  deleteTag: rpc('library.tags.delete', z.object({ id: z.string() }), successOutput),
  /** Adds all given tags to all given photos, or changes nothing. Throws PHOTO_NOT_FOUND or TAG_NOT_FOUND for unknown ids and ids of other accounts. */
  applyTags: rpc(
    'library.tags.apply',
    z.object({ photoIds: z.array(z.string()), tagIds: z.array(z.string()) }),
    z.object({ applied: z.number().describe('Number of photos that have the tags now.') }),
  ),

  listAlbums: rpc('library.albums.list', z.object({}), z.array(albumView)),
  /** Returns a version that changes whenever the response of getAlbum may change. Throws ALBUM_NOT_FOUND. */
  getAlbumVersion: rpc('library.albums.version', z.object({ id: z.string() }), z.object({ version: z.string() })),
  getAlbum: rpc(
    'library.albums.get',
    z.object({ id: z.string(), ...pageInput }),
    z.object({ album: albumView, photos: z.array(photoView), total: z.number(), ...pageInput }),
  ),
  /** Throws ALBUM_LIMIT if the plan limits the number of albums and the limit is reached (rule 9). */
  createAlbum: rpc(
    'library.albums.create',
    z.object({ title: z.string(), description: z.string().optional(), theme: theme.optional() }),
    albumView,
  ),
  updateAlbum: rpc(
    'library.albums.update',
    z.object({
      id: z.string(),
      title: z.string().optional(),
      description: z.string().optional(),
      theme: theme.optional(),
      header: albumHeader.extend({ photoId: z.string().nullable() }).partial().optional(),
    }),
    albumView,
  ),
  /** Throws FAVORITES_FIXED for Favorites, which cannot be deleted. */
  deleteAlbum: rpc('library.albums.delete', z.object({ id: z.string(), deletePhotos: z.boolean() }), successOutput),
  /** Skips photos that are already in the album. Photos that are added to Favorites become favorites. Throws PHOTO_NOT_FOUND. */
  addPhotos: rpc(
    'library.albums.add-photos',
    z.object({ id: z.string(), photoIds: z.array(z.string()) }),
    z.object({ added: z.number(), skipped: z.number(), album: albumView }),
  ),
  /** Removes all given photos or none. Throws PHOTO_NOT_FOUND for photos that are not in the album. */
  removePhotos: rpc(
    'library.albums.remove-photos',
    z.object({ id: z.string(), photoIds: z.array(z.string()) }),
    albumView,
  ),
  /**
   * `order`: ids of photos, and of sections (rule 115), in the new order. Omitted photos move to the end in their current order (rule 23).
   * Throws INVALID_INPUT for unknown ids; STILL_WORKING if the work continues in the background.
   */
  reorderAlbum: rpc('library.albums.reorder', z.object({ id: z.string(), order: z.array(z.string()) }), albumView),
  /** Renames all given photos or none (rule 23). Throws PLAN_REQUIRED if the plan does not include batch renaming. */
  batchRename: rpc(
    'library.albums.batch-rename',
    z.object({ id: z.string(), updates: z.array(z.object({ id: z.string(), title: z.string() })) }),
    z.object({ renamed: z.number() }),
  ),
  ...libraryPages,
  ...libraryTrash,
  ...libraryCaptures,
  ...libraryFiles,
  ...libraryReceived,
  ...libraryExport,
  ...librarySections,
  ...libraryPreflight,
  /** Returns once the service has applied this version of the plan. Throws SUBSCRIPTION_PENDING after 2 s. */
  awaitPlan: rpc('library.plans.await', z.object({ userId: id, version: z.number() }), successOutput),
}
