import {
  adminAudited,
  billingAudited,
  developerAudited,
  type EventOf,
  identityAudited,
  libraryAudited,
  mediaAudited,
  sharingAudited,
} from '@daymark/contracts'
import { type Commit, On, type Subscriber } from '@daymark/platform'
import { AuditLog } from '../chain/audit-log.ts'
import { WRITERS } from '../chain/writers.ts'

@On(adminAudited, WRITERS)
export class KeepAdminActs implements Subscriber<typeof adminAudited> {
  constructor(private readonly audit: AuditLog) {}

  async on(event: EventOf<typeof adminAudited>, commit: Commit) {
    await this.audit.append(event, commit)
  }
}

@On(billingAudited, WRITERS)
export class KeepBillingActs implements Subscriber<typeof billingAudited> {
  constructor(private readonly audit: AuditLog) {}

  async on(event: EventOf<typeof billingAudited>, commit: Commit) {
    await this.audit.append(event, commit)
  }
}

@On(developerAudited, WRITERS)
export class KeepDeveloperActs implements Subscriber<typeof developerAudited> {
  constructor(private readonly audit: AuditLog) {}

  async on(event: EventOf<typeof developerAudited>, commit: Commit) {
    await this.audit.append(event, commit)
  }
}

@On(identityAudited, WRITERS)
export class KeepIdentityActs implements Subscriber<typeof identityAudited> {
  constructor(private readonly audit: AuditLog) {}

  async on(event: EventOf<typeof identityAudited>, commit: Commit) {
    await this.audit.append(event, commit)
  }
}

@On(libraryAudited, WRITERS)
export class KeepLibraryActs implements Subscriber<typeof libraryAudited> {
  constructor(private readonly audit: AuditLog) {}

  async on(event: EventOf<typeof libraryAudited>, commit: Commit) {
    await this.audit.append(event, commit)
  }
}

@On(mediaAudited, WRITERS)
export class KeepMediaActs implements Subscriber<typeof mediaAudited> {
  constructor(private readonly audit: AuditLog) {}

  async on(event: EventOf<typeof mediaAudited>, commit: Commit) {
    await this.audit.append(event, commit)
  }
}

@On(sharingAudited, WRITERS)
export class KeepSharingActs implements Subscriber<typeof sharingAudited> {
  constructor(private readonly audit: AuditLog) {}

  async on(event: EventOf<typeof sharingAudited>, commit: Commit) {
    await this.audit.append(event, commit)
  }
}
