import { FailuresTable1700000000100 } from '@daymark/platform'
import { Sharing1700000001000 } from './0001-sharing.ts'
import { Visitor1700000001001 } from './0002-visitor.ts'
import { AlbumParts1700000001002 } from './0003-album-parts.ts'
import { Failures1700000001003 } from './0004-failures.ts'
import { Plans1700000001004 } from './0005-plans.ts'
import { VisitFigures1700000001005 } from './0006-visit-figures.ts'
import { Names1700000001006 } from './0007-names.ts'
import { Downloads1700000001007 } from './0008-downloads.ts'
import { Presentation1700000001008 } from './0009-presentation.ts'
import { Watermarks1700000001009 } from './0010-watermarks.ts'
import { GalleryVersion1700000001010 } from './0011-gallery-version.ts'
import { Domains1700000001011 } from './0012-domains.ts'
import { Brands1700000001012 } from './0013-brands.ts'
import { Owners1700000001013 } from './0014-owners.ts'
import { ByOwner1700000001014 } from './0015-by-owner.ts'
import { Trash1700000001016 } from './0017-trash.ts'
import { Picks1700000001017 } from './0018-picks.ts'
import { Comments1700000001018 } from './0019-comments.ts'
import { News1700000001020 } from './0021-news.ts'
import { Sections1700000001021 } from './0022-sections.ts'
import { ReplacedPhotos1700000001022 } from './0023-replaced-photos.ts'
import { Mails1700000001024 } from './0025-mails.ts'
import { FirstLook1700000001025 } from './0026-first-look.ts'
import { FileHashes1700000001026 } from './0027-file-hashes.ts'
import { Presets1700000001028 } from './0029-presets.ts'
import { UploadLinks1700000001029 } from './0030-upload-links.ts'
import { StudioPages1700000001030 } from './0031-studio-pages.ts'
import { LinkUpdates1700000001031 } from './0032-link-updates.ts'

/** In the order in which they run. */
export const sharingMigrations = [
  FailuresTable1700000000100,
  Sharing1700000001000,
  Visitor1700000001001,
  AlbumParts1700000001002,
  Failures1700000001003,
  Plans1700000001004,
  VisitFigures1700000001005,
  Names1700000001006,
  Downloads1700000001007,
  Presentation1700000001008,
  Watermarks1700000001009,
  GalleryVersion1700000001010,
  Domains1700000001011,
  Brands1700000001012,
  Owners1700000001013,
  ByOwner1700000001014,
  Trash1700000001016,
  Picks1700000001017,
  Comments1700000001018,
  News1700000001020,
  Sections1700000001021,
  ReplacedPhotos1700000001022,
  Mails1700000001024,
  FirstLook1700000001025,
  FileHashes1700000001026,
  Presets1700000001028,
  UploadLinks1700000001029,
  StudioPages1700000001030,
  LinkUpdates1700000001031,
]
