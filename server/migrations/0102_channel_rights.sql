-- Custom channels have rights of their own now. Whoever could see or change them by the rights of clients keeps that.
update user_account u set permissions = u.permissions || array(
  select right_of.channel from (values ('clients:View', 'channels:View'), ('clients:Update', 'channels:Update')) right_of (client, channel)
  where right_of.client = any (u.permissions) and not right_of.channel = any (u.permissions)
)
where u.user_type = 'agency' and u.permissions && array['clients:View', 'clients:Update'];
