/** SQL: joins the connection of device `d`, and the gateway that holds it. */
export const CONNECTION = `left join display.presence live on live.device_id = d.id
 left join display.gateways gateway on gateway.id = live.gateway_id`;

/** SQL: whether device `d` is not connected. Needs `CONNECTION`. */
export const IS_ABSENT = 'coalesce(greatest(live.lease_until, gateway.lease_until) < now(), true)';
