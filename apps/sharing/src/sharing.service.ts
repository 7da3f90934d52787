import {
  defineService,
  FailureLimiter,
  FailuresTable1700000000100,
  ForgetFailures,
  Plans,
  RememberPlan,
} from '@daymark/platform'
import { Passwords } from '@daymark/platform/passwords'
import { BringLinks } from './archive/bring-links.handler.ts'
import { archivedAccount } from './archive/archived-account.ts'
import { GetAnalytics } from './analytics/get-analytics.handler.ts'
import { SharingConfig, TrashConfig } from './config.ts'
import { ArrangeAlbum } from './copy/arrange-album.subscriber.ts'
import { CatchUp } from './copy/catch-up.ts'
import { PurgeAlbum } from './copy/purge-album.subscriber.ts'
import { RestoreAlbum } from './copy/restore-album.subscriber.ts'
import { RestorePhoto } from './copy/restore-photo.subscriber.ts'
import { ListTrashedLinks } from './trash/list-trashed-links.handler.ts'
import { PurgeTrashedLinks } from './trash/purge-links.handler.ts'
import { PurgeLinks } from './trash/purge-links.job.ts'
import { RestoreLinks } from './trash/restore-links.handler.ts'
import { TrashLinks } from './trash/trash-links.ts'
import { ForgetAlbum } from './copy/forget-album.subscriber.ts'
import { ForgetPhoto } from './copy/forget-photo.subscriber.ts'
import { RememberCreatedAlbum } from './copy/remember-created-album.subscriber.ts'
import { RememberPhoto } from './copy/remember-photo.subscriber.ts'
import { RememberWatermark } from './copy/remember-watermark.subscriber.ts'
import { RememberUpdatedAlbum } from './copy/remember-updated-album.subscriber.ts'
import { Brands } from './brands/brands.ts'
import { GetBrand } from './brands/get-brand.handler.ts'
import { GetShownBrand } from './brands/get-shown-brand.handler.ts'
import { UpdateBrand } from './brands/update-brand.handler.ts'
import { CheckDomains } from './domains/check-domains.job.ts'
import { domainHandlers, domainProviders } from './domains/domain-parts.ts'
import { ClaimDownloads } from './gallery/claim-downloads.handler.ts'
import { GalleryAccess } from './gallery/gallery-access.ts'
import { GetCard } from './gallery/get-card.handler.ts'
import { GetGallery } from './gallery/get-gallery.handler.ts'
import { Grants } from './gallery/grants.ts'
import { ListFiles } from './gallery/list-files.handler.ts'
import { ListArchive } from './gallery/list-archive.handler.ts'
import { LocatePublic } from './gallery/locate-public.handler.ts'
import { OpenLink } from './gallery/open-link.handler.ts'
import { Unlock } from './gallery/unlock.handler.ts'
import { CheckedSettings } from './links/checked-settings.ts'
import { CountLinks } from './links/count-links.handler.ts'
import { CreateLink } from './links/create-link.handler.ts'
import { DeleteLink } from './links/delete-link.handler.ts'
import { Link } from './links/link.entity.ts'
import { FindShared } from './links/find-shared.handler.ts'
import { GetLink } from './links/get-link.handler.ts'
import { ListLinkPage } from './links/list-link-page.handler.ts'
import { ListLinks } from './links/list-links.handler.ts'
import { ReinstateLink } from './links/reinstate-link.handler.ts'
import { RevokeLink } from './links/revoke-link.handler.ts'
import { UpdateLink } from './links/update-link.handler.ts'
import { WatermarkRule } from './links/watermark-rule.ts'
import { Sharing1700000001000 } from './migrations/0001-sharing.ts'
import { Visitor1700000001001 } from './migrations/0002-visitor.ts'
import { AlbumParts1700000001002 } from './migrations/0003-album-parts.ts'
import { Failures1700000001003 } from './migrations/0004-failures.ts'
import { Plans1700000001004 } from './migrations/0005-plans.ts'
import { Names1700000001006 } from './migrations/0007-names.ts'
import { ResolveName } from './names/resolve-name.handler.ts'
import { Presentation1700000001008 } from './migrations/0009-presentation.ts'
import { Downloads1700000001007 } from './migrations/0008-downloads.ts'
import { AddSelectionLink } from './selections/add-selection-link.handler.ts'
import { CreateSelection } from './selections/create-selection.handler.ts'
import { GetSelection } from './selections/get-selection.handler.ts'
import { Watermarks1700000001009 } from './migrations/0010-watermarks.ts'
import { commentHandlers, commentProviders } from './comments/comment-parts.ts'
import { pickHandlers, pickProviders } from './picks/pick-parts.ts'
import { newsHandlers } from './news/news-parts.ts'
import { visitorHandlers, visitorProviders } from './visitors/visitor-parts.ts'
import { AwaitPlan } from './plans/await-plan.handler.ts'
import { DescribeLinks } from './overview/describe-links.handler.ts'
import { ListSharedAlbums } from './overview/list-shared-albums.handler.ts'
import { VisitFigures1700000001005 } from './migrations/0006-visit-figures.ts'
import { ForgetEvents } from './visits/forget-events.job.ts'
import { ForgetVisits } from './visits/forget-visits.job.ts'
import { GalleryVersion1700000001010 } from './migrations/0011-gallery-version.ts'
import { Domains1700000001011 } from './migrations/0012-domains.ts'
import { Brands1700000001012 } from './migrations/0013-brands.ts'
import { GetFigures } from './operation/get-figures.handler.ts'
import { GetFacts } from './operation/get-facts.handler.ts'
import { ListDomains } from './operation/list-domains.handler.ts'
import { Owners1700000001013 } from './migrations/0014-owners.ts'
import { Trash1700000001016 } from './migrations/0017-trash.ts'
import { Picks1700000001017 } from './migrations/0018-picks.ts'
import { Comments1700000001018 } from './migrations/0019-comments.ts'
import { News1700000001020 } from './migrations/0021-news.ts'
import { Sections1700000001021 } from './migrations/0022-sections.ts'
import { ReplacedPhotos1700000001022 } from './migrations/0023-replaced-photos.ts'
import { ByOwner1700000001014 } from './migrations/0015-by-owner.ts'
import { ForgetOwner } from './owners/forget-owner.subscriber.ts'
import { GetAccountLinks } from './owners/get-account-links.handler.ts'
import { RememberAccess } from './owners/remember-access.subscriber.ts'
import { Track } from './visits/track.handler.ts'
import { VisitBudget } from './visits/visit-budget.ts'

export const sharingService = defineService({
  name: 'sharing',
  archive: archivedAccount,
  configs: [SharingConfig, TrashConfig],
  entities: [Link],
  migrations: [
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
  ],
  handlers: [
    BringLinks,
    ListLinks,
    CreateLink,
    CreateSelection,
    AddSelectionLink,
    GetSelection,
    UpdateLink,
    RevokeLink,
    ReinstateLink,
    DeleteLink,
    CountLinks,
    GetFacts,
    ...[ListLinkPage, GetLink, FindShared],
    ListSharedAlbums,
    DescribeLinks,
    ResolveName,
    GetGallery,
    GetCard,
    OpenLink,
    ListFiles,
    LocatePublic,
    ListArchive,
    ClaimDownloads,
    Unlock,
    Track,
    GetAnalytics,
    AwaitPlan,
    ...domainHandlers,
    GetBrand,
    UpdateBrand,
    GetShownBrand,
    ...[GetFigures, ListDomains],
    GetAccountLinks,
    ...pickHandlers,
    ...[...visitorHandlers, ...commentHandlers, ...newsHandlers],
    ...[ListTrashedLinks, RestoreLinks, PurgeTrashedLinks],
  ],
  subscribers: [
    RememberCreatedAlbum,
    RememberUpdatedAlbum,
    ArrangeAlbum,
    ForgetAlbum,
    RememberPhoto,
    ForgetPhoto,
    RememberPlan,
    RememberWatermark,
    RememberAccess,
    ForgetOwner,
    ...[RestorePhoto, RestoreAlbum, PurgeAlbum],
  ],
  jobs: [ForgetFailures, ForgetEvents, ForgetVisits, CheckDomains, PurgeLinks],
  providers: () => [
    CatchUp,
    TrashLinks,
    Plans,
    WatermarkRule,
    CheckedSettings,
    GalleryAccess,
    Grants,
    Passwords,
    FailureLimiter,
    VisitBudget,
    ...domainProviders,
    ...pickProviders,
    ...[...visitorProviders, ...commentProviders],
    Brands,
  ],
})
