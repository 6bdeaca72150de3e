import { UPLOAD_TYPES_OF, type UploadKind } from '@coinslot/contract'
import type { UploadType } from './file-type-rules.ts'

/** Files that a session may send in all: two are asked for, the rest is for those that were the wrong ones. */
export const MAX_UPLOADS = 10

/** What a session has sent, and whether a file of it is on its way. */
export interface UploadState {
  readonly count: number
  readonly isUnderWay: boolean
}

/** Why a session may not send a file; null when it may. */
export const uploadRefusal = ({ count, isUnderWay }: UploadState): 'under_way' | 'too_many' | null => {
  if (isUnderWay) return 'under_way'
  return count >= MAX_UPLOADS ? 'too_many' : null
}

export const isTypeTaken = (kind: UploadKind, type: UploadType | null): type is UploadType =>
  type !== null && UPLOAD_TYPES_OF[kind].includes(type)
