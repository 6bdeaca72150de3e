create index kyc_sessions_unanswered on kyc_sessions (expires_at)
  where pending_email_encrypted is not null or pending_phone_encrypted is not null;
